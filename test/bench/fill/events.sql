-- Made-up events of the sessions that began in a day: one for each fifth pageview. Everything derives from the seed and the
-- pageview, so filling again changes nothing.
insert into pings
(
    row_version, ping_id, site_id, type, event, event_id, props, amount, currency, pinged_at, received_at, visitor_id, session_id,
    pageview_id, hostname, page_path, source, medium, ip, country, region, city, latitude, longitude, browser, browser_version, os,
    os_version, device_type, log_partition, log_offset
)
with
    (hash -> hash / 18446744073709551616.) as share,
    -- The n-th of some names, by Zipf.
    ((names, hash) -> names[toUInt32(floor(exp(share(hash) * log(length(names) + 1))))]) as pick,
    -- As in pings.sql.
    (
        (ms, a, b) -> reinterpretAsUUID(bitOr(
            bitShiftLeft(toUInt128(bitOr(bitAnd(b, 0x0fffffffffffffff), 0x8000000000000000)), 64),
            toUInt128(bitOr(bitOr(bitShiftLeft(toUInt64(ms), 16), 0x7000), bitAnd(a, 0xfff)))
        ))
    ) as uuid7,
    arrayConcat(
        ['Click', 'Add to cart', 'Outbound link', 'Checkout', 'Purchase', 'Signup', 'Download', 'Search', 'Refund', 'Form'],
        arrayMap(number -> concat('Feature ', toString(number)), range(1, 31))
    ) as names,
    viewed as (
        select
            site_id,
            session_hour,
            session_id,
            visitor_id,
            page_path,
            cityHash64({seed:UInt64}, pageview_id, 'event') as hash,
            toUnixTimestamp64Milli(entered_at) + 1000 + cityHash64(hash, 'after') % 14000 as happened_ms,
            pick(names, cityHash64(hash, 'name')) as name
        from pageviews final
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {until:DateTime64(3, 'UTC')}
          and cityHash64(pageview_id) % 5 = 0
    ),
    visits as (
        select
            session_hour,
            session_id,
            acquisition.hostname as hostname,
            geography,
            device
        from sessions final
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {until:DateTime64(3, 'UTC')}
    ),
    messages as (
        select
            *,
            row_number() over (order by happened_ms, hash) as message
        from viewed
        inner join visits using (session_hour, session_id)
    )
select
    5 as row_version,
    uuid7(happened_ms, 0xdef, bitOr(bitShiftLeft(bitAnd(message, 0x3fffffff), 32), 0x1234abcd)) as ping_id,
    site_id,
    'view' as type,
    name as event,
    toString(uuid7(happened_ms, hash, cityHash64(hash, 'id'))) as event_id,
    multiIf(
        name in ('Purchase', 'Refund', 'Checkout'),
        map(
            'plan', pick(['monthly', 'yearly', 'team', 'campus'], cityHash64(hash, 'plan')),
            'seats', toString(1 + cityHash64(hash, 'seats') % 50),
            'coupon', if(hash % 8 = 0, concat('FRIEND-', toString(cityHash64(hash, 'coupon') % 5000)), 'none')
        ),
        name = 'Outbound link',
        map('url', concat('https://', lower(hex(toUInt16(cityHash64(hash, 'host') % 2000))), '.example/', toString(cityHash64(hash, 'path') % 10))),
        name = 'Download',
        map('file', concat(page_path, '.pdf')),
        map(
            'button', pick(arrayMap(number -> concat('button-', toString(number)), range(40)), cityHash64(hash, 'button')),
            'variant', ['a', 'b'][1 + cityHash64(hash, 'variant') % 2]
        )
    ) as props,
    if(
        name not in ('Purchase', 'Refund'),
        toDecimal64(0, 4),
        toDecimal64(500 + cityHash64(hash, 'amount') % 50000, 4) / if(name = 'Refund', -100, 100)
    ) as amount,
    if(name not in ('Purchase', 'Refund'), '', pick(['EUR', 'USD', 'GBP', 'JPY'], cityHash64(hash, 'currency'))) as currency,
    fromUnixTimestamp64Milli(happened_ms, 'UTC') as pinged_at,
    pinged_at as received_at,
    visitor_id,
    session_id,
    toUUID('00000000-0000-0000-0000-000000000000') as pageview_id,
    hostname,
    page_path,
    'Direct' as source,
    'none' as medium,
    geography.ip,
    geography.country,
    geography.region,
    geography.city,
    geography.latitude,
    geography.longitude,
    device.browser,
    device.browser_version,
    device.os,
    device.os_version,
    device.device_type,
    -- They were never in a log: unloggedPartition of packages/ping.
    65535 as log_partition,
    toUnixTimestamp({from:DateTime64(3, 'UTC')}) * 1000 + message as log_offset
from messages
settings
    async_insert = 0,
    insert_deduplicate = 0,
    parallel_view_processing = 0,
    do_not_merge_across_partitions_select_final = 1
