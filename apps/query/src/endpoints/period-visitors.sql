-- The visitors with a pageview in the period, which is one bucket.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select sum(visitors_counted) + distinct_in(uniqCombined64MergeState(17)(visitors)) as unique_visitors
from (
    /* rows: totals */
)
