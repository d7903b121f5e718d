with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    value,
    sum(dimension_visits.visits) as visits,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as unique_visitors,
    sum(dimension_visits.bounces) as bounces
from (
    /* rows: dimension_visits */
) as dimension_visits
group by value
order by
    visits desc,
    value
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
