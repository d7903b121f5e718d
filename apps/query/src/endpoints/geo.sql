-- Three lists from one pass over the sessions.
select
    multiIf(
        grouping(city) = 0, 'cities',
        grouping(region) = 0, 'regions',
        'countries'
    ) as list,
    country,
    region,
    city,
    sum(visits) as visits
from (
    /* rows: place_visits */
)
group by grouping sets (
    (country),
    (country, region),
    (country, region, city)
)
order by
    visits desc,
    country,
    region,
    city
limit {limit:UInt32} by list
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0,
    -- grouping() is 0 for a column that the row is grouped by; since 23.x the default, said for those before.
    force_grouping_standard_compatibility = 1
