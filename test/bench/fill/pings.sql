-- Made-up traffic: the sessions from number first_session on, of all that fill the range and the days before it, evenly except for
-- a daily rhythm. Everything derives from seed and number, so filling again changes nothing.
insert into pings
(
    row_version, ping_id, site_id, type, pinged_at, received_at, visitor_id, session_id, pageview_id, hostname, page_path, page_title,
    referrer, source, medium, utm_source, utm_medium, utm_campaign, focus_time_ms, scroll_depth, word_count, ip, country,
    region, city, latitude, longitude, browser, browser_version, os, os_version, device_type, log_partition, log_offset
)
with
    86400000 as day_ms,
    -- A hash as a number in [0, 1).
    (hash -> hash / 18446744073709551616.) as share,
    -- The time of the n-th session in the range, moved so that evenings have six times the sessions of nights. The days before have
    -- their own rate.
    (
        n -> if(
            n < {sessions_before:UInt64},
            {before_ms:Int64} * (n + 0.5) / {sessions_before:UInt64},
            {before_ms:Int64} + {range_ms:Int64} * (n + 0.5 - {sessions_before:UInt64}) / ({total_sessions:UInt64} - {sessions_before:UInt64})
        )
    ) as evenly,
    (n -> toInt64({start_ms:Int64} + evenly(n) - 0.7 * day_ms / (2 * pi()) * sin(2 * pi() * evenly(n) / day_ms))) as start_of,
    -- UUIDv7 from milliseconds and two hashes, 72 bits of which are used, as in the tracker's ids. reinterpretAsUUID takes the second
    -- half first.
    (
        (ms, a, b) -> reinterpretAsUUID(bitOr(
            bitShiftLeft(toUInt128(bitOr(bitAnd(b, 0x0fffffffffffffff), 0x8000000000000000)), 64),
            toUInt128(bitOr(bitOr(bitShiftLeft(toUInt64(ms), 16), 0x7000), bitAnd(a, 0xfff)))
        ))
    ) as uuid7,
    (session_hash -> session_hash % 100 < 55) as comes_first,
    -- Zipf: a rank from 1 to n for a number in [0, 1).
    ((u, n) -> toUInt32(floor(exp(u * log(n + 1))))) as zipf,
    -- The page of the n-th view in a session.
    ((session_hash, n) -> zipf(share(cityHash64(session_hash, toInt16(n), 'page')), 100000)) as page_of,
    (
        page -> concat(
            '/',
            ['articles', 'guides', 'notes'][1 + page % 3],
            '/',
            toString(page),
            '-on-the-subject-of-',
            lower(hex(cityHash64(page) % 65536))
        )
    ) as path_of,
    [
        ('', 'Direct', 'none'),
        ('https://www.google.com/', 'Google', 'organic'),
        ('https://news.ycombinator.com/', 'Hacker News', 'social'),
        ('https://www.bing.com/', 'Bing', 'organic'),
        ('https://chatgpt.com/', 'ChatGPT', 'ai'),
        ('https://t.co/', 'X', 'social'),
        ('https://www.reddit.com/', 'Reddit', 'social'),
        ('https://duckduckgo.com/', 'DuckDuckGo', 'organic'),
        ('https://lobste.rs/', 'Lobsters', 'social'),
        ('https://www.youtube.com/', 'YouTube', 'video'),
        ('https://github.com/', 'GitHub', 'code'),
        ('', 'newsletter', 'email')
    ] as origins,
    -- One of 300 by its rank. Here and below, the first ones have names, and the others have numbers.
    (
        rank -> if(
            rank <= length(origins),
            origins[rank],
            (concat('https://blog-', toString(rank), '.example/'), concat('blog-', toString(rank), '.example'), 'referral')
        )
    ) as origin_of,
    [
        ('US', 'California', 'San Francisco', 37.77, -122.42),
        ('US', 'New York', 'New York', 40.71, -74.01),
        ('DE', 'Berlin', 'Berlin', 52.52, 13.4),
        ('GB', 'England', 'London', 51.51, -0.13),
        ('IN', 'Karnataka', 'Bengaluru', 12.97, 77.59),
        ('FR', 'Ile-de-France', 'Paris', 48.86, 2.35),
        ('BR', 'Sao Paulo', 'Sao Paulo', -23.55, -46.63),
        ('US', 'Texas', 'Austin', 30.27, -97.74),
        ('CA', 'Ontario', 'Toronto', 43.65, -79.38),
        ('NL', 'North Holland', 'Amsterdam', 52.37, 4.9),
        ('JP', 'Tokyo', 'Tokyo', 35.68, 139.69),
        ('ES', 'Madrid', 'Madrid', 40.42, -3.7),
        ('DE', 'Bavaria', 'Munich', 48.14, 11.58),
        ('PL', 'Mazovia', 'Warsaw', 52.23, 21.01),
        ('AU', 'New South Wales', 'Sydney', -33.87, 151.21),
        ('SE', 'Stockholm', 'Stockholm', 59.33, 18.07)
    ] as places,
    [
        'US', 'DE', 'GB', 'IN', 'FR', 'BR', 'CA', 'NL', 'JP', 'ES', 'PL', 'AU', 'SE', 'IT', 'CH', 'AT', 'BE', 'DK', 'NO', 'FI',
        'PT', 'IE', 'CZ', 'RO', 'GR', 'HU', 'UA', 'TR', 'IL', 'ZA', 'MX', 'AR', 'CL', 'CO', 'KR', 'TW', 'SG', 'ID', 'TH', 'NZ'
    ] as countries,
    -- 10,000 cities; each region has about 15 of the numbered ones.
    (
        rank -> if(
            rank <= length(places),
            places[rank],
            (
                countries[zipf(share(cityHash64(rank % 671)), length(countries))],
                concat('Region ', toString(rank % 671)),
                concat('City ', toString(rank)),
                round(rank % 120 - 50.25, 2),
                round(rank % 359 - 179.25, 2)
            )
        )
    ) as place_of,
    [
        ('Chrome', '143.0', 'Windows', '10', 'desktop'),
        ('Mobile Safari', '26.1', 'iOS', '26.1', 'mobile'),
        ('Chrome', '143.0', 'Mac OS', '10.15.7', 'desktop'),
        ('Chrome', '143.0', 'Android', '10', 'mobile'),
        ('Firefox', '144.0', 'Linux', '', 'desktop'),
        ('Safari', '26.0', 'Mac OS', '10.15.7', 'desktop'),
        ('Firefox', '144.0', 'Windows', '10', 'desktop'),
        ('Edge', '143.0', 'Windows', '10', 'desktop'),
        ('Samsung Internet', '29.0', 'Android', '10', 'mobile'),
        ('Mobile Safari', '26.1', 'iOS', '26.1', 'tablet')
    ] as devices,
    -- 200 versions of browsers; the numbered ones are older.
    (
        rank -> if(
            rank <= length(devices),
            devices[rank],
            (
                devices[1 + rank % 10].1,
                concat(toString(142 - intDiv(rank, 10)), '.', toString(rank % 10)),
                devices[1 + rank % 10].3,
                devices[1 + rank % 10].4,
                devices[1 + rank % 10].5
            )
        )
    ) as device_of,
    sessions as (
        select
            number as session,
            cityHash64({seed:UInt64}, session) as hash,
            start_of(session) as started_ms,
            uuid7(started_ms, hash, cityHash64(hash, 'session')) as session_id,
            -- A little over half of the visitors are new. The others were new in an earlier session, the first that fits of a few that are
            -- tried: an id is as old as its visitor.
            arrayFirst(
                candidate -> candidate = session or comes_first(cityHash64({seed:UInt64}, candidate)),
                if(
                    comes_first(hash),
                    [session],
                    arrayPushBack(
                        arrayMap(try -> toUInt64(session * share(cityHash64(hash, 'visitor', try))), range(8)),
                        session
                    )
                )
            ) as visitor,
            cityHash64({seed:UInt64}, visitor) as visitor_hash,
            uuid7(start_of(visitor), visitor_hash, cityHash64(visitor_hash, 'visitor id')) as visitor_id,
            -- Eight in ten belong to the site under test. A visitor's id belongs to one site; with many sites, one visitor in ten comes to
            -- several.
            multiIf(
                {sites:UInt32} > 0, concat(
                    'site-',
                    leftPad(toString(zipf(share(cityHash64(if(visitor_hash % 10 = 0, hash, visitor_hash), 'site')), {sites:UInt32})), 4, '0')
                ),
                visitor_hash % 10 < 8, {site_id:String},
                visitor_hash % 10 = 8, 'shop',
                'docs'
            ) as site_id,
            -- 45 in 100 sessions bounce; the mean is 2.9 views.
            arrayElement([1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6, 8, 12], 1 + intDiv(hash, 1024) % 20) as views,
            15000 + cityHash64(hash, 'pace') % 60000 as view_ms,
            origin_of(zipf(share(cityHash64(hash, 'origin')), 300)) as origin,
            place_of(zipf(share(cityHash64(visitor_hash, 'place')), 10000)) as place,
            device_of(zipf(share(cityHash64(visitor_hash, 'device')), 200)) as device,
            IPv4NumToString(toUInt32(cityHash64(visitor_hash, 'ip'))) as ip
        from numbers({first_session:UInt64}, {sessions:UInt64})
    ),
    pageviews as (
        select
            *,
            view,
            cityHash64(hash, view) as view_hash,
            started_ms + view * view_ms as entered_ms,
            uuid7(entered_ms, view_hash, cityHash64(view_hash, 'pageview')) as pageview_id,
            page_of(hash, view) as page,
            page_of(hash, view - 1) as page_before
        from sessions
        array join range(views) as view
    ),
    pinged as (
        select
            *,
            1000 + cityHash64(view_hash, 'spent') % (view_ms - 1000) as spent_ms,
            kind,
            -- The tracker sends a view after 200 ms, and the ping takes some time to arrive.
            entered_ms + if(kind = 'view', 200, spent_ms) + cityHash64(view_hash, kind) % 300 as pinged_ms
        from pageviews
        array join ['view', 'engage'] as kind
    ),
    messages as (
        select
            *,
            -- In the order of arrival, after the sessions before, which have 5.8 messages each.
            {first_session:UInt64} * 6 + row_number() over (order by pinged_ms, pageview_id) as message
        from pinged
    )
select
    2 as row_version,
    -- As ingest makes them: a counter, and bits that stay the same for a process.
    uuid7(pinged_ms, 0xabc, bitOr(bitShiftLeft(bitAnd(message, 0x3fffffff), 32), 0x1234abcd)) as ping_id,
    site_id,
    kind as type,
    fromUnixTimestamp64Milli(pinged_ms, 'UTC') as pinged_at,
    pinged_at as received_at,
    visitor_id,
    session_id,
    pageview_id,
    concat(site_id, '.example.org') as hostname,
    path_of(page) as page_path,
    concat('On the subject of ', lower(hex(cityHash64(page) % 65536)), ', part ', toString(page)) as page_title,
    -- Within the site, it is the previous page.
    if(view = 0, origin.1, concat('https://', hostname, path_of(page_before))) as referrer,
    if(view = 0, origin.2, 'Direct') as source,
    if(view = 0, origin.3, 'none') as medium,
    if(origin.2 = 'newsletter', 'newsletter', '') as utm_source,
    if(origin.2 = 'newsletter', 'email', '') as utm_medium,
    if(origin.2 = 'newsletter', concat('issue-', toString(intDiv(started_ms, day_ms * 7) % 100)), '') as utm_campaign,
    if(kind = 'view', 0, toUInt32(spent_ms * 0.8)) as focus_time_ms,
    if(kind = 'view', 0, toUInt8(20 + cityHash64(view_hash, 'scroll') % 81)) as scroll_depth,
    200 + cityHash64(page) % 3000 as word_count,
    ip,
    place.1,
    place.2,
    place.3,
    place.4,
    place.5,
    device.1,
    device.2,
    device.3,
    device.4,
    device.5,
    -- They were never in a log: unloggedPartition of packages/ping.
    65535,
    message
from messages
-- Blocks have the size of the consumer's inserts, and each stays one part.
settings
    async_insert = 0,
    insert_deduplicate = 0,
    parallel_view_processing = 0
