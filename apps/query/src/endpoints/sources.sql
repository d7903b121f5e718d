-- Visitors are counted only for the requested part of the list, as their states are long.
with
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
    uniqCombined64MergeIf(17)(visitors, (source, medium) in asked) as unique_visitors,
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
