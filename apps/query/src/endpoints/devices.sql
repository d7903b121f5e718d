-- Three lists, and the number of sessions, from one pass over them.
select
    multiIf(
        grouping(browser) = 0, 'browsers',
        grouping(os) = 0, 'operating_systems',
        grouping(device_type) = 0, 'device_types',
        'totals'
    ) as list,
    -- Of the three, those that a row is not grouped by are empty.
    concat(browser, os, device_type) as name,
    sum(visits) as visits
from (
    /* rows: device_visits */
)
group by grouping sets (
    (browser),
    (os),
    (device_type),
    ()
)
order by
    visits desc,
    name
limit {limit:UInt32} by list
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0,
    -- grouping() is 0 for a column that the row is grouped by; since 23.x the default, said for those before.
    force_grouping_standard_compatibility = 1
