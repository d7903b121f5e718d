-- Made-up web vitals of every third pageview entered in a day, in its last ping: most are good, a few slow.
insert into pings
(
    row_version, ping_id, site_id, type, pinged_at, received_at, visitor_id, session_id, pageview_id, page_path, vitals, log_partition,
    log_offset
)
with
    (hash -> hash / 18446744073709551616.) as share,
    -- From the fastest to the slowest, most of them fast.
    ((hash, slowest) -> round(slowest * pow(share(hash), 3))) as slowly,
    viewed as (
        select
            site_id,
            session_id,
            visitor_id,
            pageview_id,
            page_path,
            exited_at,
            cityHash64({seed:UInt64}, pageview_id, 'vitals') as hash,
            row_number() over (order by exited_at, hash) as message
        from pageviews final
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {until:DateTime64(3, 'UTC')}
          and cityHash64(pageview_id) % 3 = 0
    )
select
    5 as row_version,
    generateUUIDv7(hash) as ping_id,
    site_id,
    'engage' as type,
    exited_at as pinged_at,
    exited_at as received_at,
    visitor_id,
    session_id,
    pageview_id,
    page_path,
    map(
        'lcp_ms', 300 + slowly(cityHash64(hash, 'lcp'), 6000),
        'inp_ms', 10 + slowly(cityHash64(hash, 'inp'), 800),
        'fcp_ms', 200 + slowly(cityHash64(hash, 'fcp'), 4000),
        'ttfb_ms', 20 + slowly(cityHash64(hash, 'ttfb'), 2500),
        'cls', slowly(cityHash64(hash, 'cls'), 400) / 1000
    ) as vitals,
    -- They were never in a log: unloggedPartition of packages/ping.
    65535 as log_partition,
    40000000 + toUnixTimestamp({from:DateTime64(3, 'UTC')}) * 1000 + message as log_offset
from viewed
settings
    async_insert = 0,
    insert_deduplicate = 0,
    parallel_view_processing = 0,
    do_not_merge_across_partitions_select_final = 1
