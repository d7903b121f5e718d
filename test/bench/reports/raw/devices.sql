select
    multiIf(
        grouping(browser) = 0, 'browsers',
        grouping(os) = 0, 'operating_systems',
        'device_types'
    ) as list,
    concat(browser, os, device_type) as name,
    count() as visits
from
(
    select
        first_browser as browser,
        first_os as os,
        first_device_type as device_type
    from
    (
        select
            tupleElement(argMin((browser, os, device_type), pinged_at), 1) as first_browser,
            tupleElement(argMin((browser, os, device_type), pinged_at), 2) as first_os,
            tupleElement(argMin((browser, os, device_type), pinged_at), 3) as first_device_type,
            min(pinged_at) as first_ping
        from pings
        where site_id = {site_id:String}
          and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
          /* filter */
        group by session_id
        having first_ping >= {start:DateTime64(3, 'UTC')}
           and first_ping < {end:DateTime64(3, 'UTC')}
    )
)
group by grouping sets (
    (browser),
    (os),
    (device_type)
)
order by
    visits desc,
    name
limit 20 by list
