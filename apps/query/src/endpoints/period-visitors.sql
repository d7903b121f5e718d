-- The visitors with a pageview in the period, which is one bucket.
select sum(visitors_counted) + uniqCombined64Merge(17)(visitors) as unique_visitors
from (
    /* rows: totals */
)
