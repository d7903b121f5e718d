select
    bucket as start_ms,
    sum(visitors) as new_visitors
from (
    /* rows: new_visitors */
)
group by bucket
