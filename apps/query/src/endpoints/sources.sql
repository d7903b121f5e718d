-- Visitors are counted only for the requested part of the list, as their states are long.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    asked as (
        select
            source,
            medium
        from (
            /* rows: source_visits */
        )
        group by
            source,
            medium
        order by
            sum(visits) desc,
            source,
            medium
        limit {limit:UInt32}
        offset {offset:UInt32}
    )
select
    source,
    medium,
    sum(source_visits.visits) as visits,
    distinct_in(uniqCombined64MergeStateIf(17)(visitors, (source, medium) in asked)) as unique_visitors,
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
