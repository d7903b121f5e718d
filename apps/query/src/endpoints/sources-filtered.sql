-- One step, as the visitors come as ids here and not as states.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    source,
    medium,
    sum(source_visits.visits) as visits,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as unique_visitors,
    sum(source_visits.bounces) as bounces
from (
    /* rows: source_visits */
) as source_visits
group by
    source,
    medium
order by
    visits desc,
    source,
    medium
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
