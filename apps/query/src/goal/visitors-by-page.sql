-- The visitors who viewed the pages of a report.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    1 as list,
    [page_path] as key,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as visitors
from (
    /* rows: page_visitors */
)
group by page_path
