with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    bucket as start_ms,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as new_visitors
from (
    /* rows: new_visitors */
)
group by bucket
