-- Three lists and the number of sessions, from one pass over the sessions.
select
    multiIf(
        grouping(browser) = 0, 'browsers',
        grouping(os) = 0, 'operating_systems',
        grouping(device_type) = 0, 'device_types',
        'totals'
    ) as list,
    -- A column is empty in rows that are not grouped by it.
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
