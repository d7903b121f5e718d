-- In two steps: visitors are counted of the asked part of the list alone, as their states are long.
with
    visits_by_source as (
        select
            source,
            medium,
            sum(visits) as visits,
            sum(bounces) as bounces
        from (
            /* rows: source_visits */
        )
        group by
            source,
            medium
    ),
    visitors_by_source as (
        select
            source,
            medium,
            uniqCombined64Merge(17)(visitors) as unique_visitors
        from (
            /* rows: source_visits */
        )
        where (source, medium) in (
            select
                source,
                medium
            from visits_by_source
            order by
                visits desc,
                source,
                medium
            limit {limit:UInt32}
            offset {offset:UInt32}
        )
        group by
            source,
            medium
    )
select
    source,
    medium,
    visits,
    unique_visitors,
    bounces
from visits_by_source
left any join visitors_by_source using (source, medium)
order by
    visits desc,
    source,
    medium
limit {limit:UInt32}
offset {offset:UInt32}
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0,
    exact_rows_before_limit = 1
