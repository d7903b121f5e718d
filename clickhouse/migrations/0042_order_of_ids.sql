-- ClickHouse compares UUIDs by their second half first, which loses the counter of a UUIDv7. As a number an id compares as its text does.
-- A session from before keeps the page of its first ping, after any pageview of that millisecond that a replay brings.
alter table sessions
    add column if not exists first_view SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), pageview UInt128, entry_page String))
        default (tupleElement(acquisition, 'pinged_at'), bitNot(toUInt128(0)), tupleElement(acquisition, 'entry_page'))
        comment 'Its first pageview: of those entered in one millisecond the one with the smallest id, which is here as a number. Read entry_page: FINAL does not merge a part of a tuple read by itself' codec(ZSTD(3)) after first_screen,
    modify column entry_page String alias tupleElement(first_view, 'entry_page') comment 'Path of the first page';

alter table sessions_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    session_id,
    min(pings.visitor_id) as visitor_id,
    min(pinged_at) as first_seen_at,
    max(pinged_at) as last_seen_at,
    min(pageview_id) as first_pageview_id,
    max(pageview_id) as last_pageview_id,
    -- The tuples begin with time and id, so the smallest is that of the first ping, in whatever order pings arrive.
    min((pinged_at, ping_id, source, medium, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content, hostname, page_path)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, source String, medium String, referrer String, utm_source String, utm_medium String, utm_campaign String, utm_term String, utm_content String, hostname String, entry_page String)) as acquisition,
    min((pinged_at, ping_id, ip, country, region, city, latitude, longitude)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, ip String, country String, region String, city String, latitude Nullable(Float32), longitude Nullable(Float32))) as geography,
    min((pinged_at, ping_id, browser, browser_version, os, os_version, device_type)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, browser String, browser_version String, os String, os_version String, device_type String)) as device,
    min((pinged_at, ping_id, language)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, language String)) as first_language,
    min((pinged_at, ping_id, screen)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, screen String)) as first_screen,
    min((pinged_at, toUInt128(pageview_id), page_path)::Tuple(pinged_at DateTime64(3, 'UTC'), pageview UInt128, entry_page String)) as first_view
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    session_hour,
    session_id;

-- The states of new visitors, as reports count all visitors in one way. Days from before are read by rows until they are rebuilt.
alter table settled_visitors
    drop projection if exists by_hour;

alter table settled_visitors
    add projection if not exists by_day (
        select site_id, day, earlier_sites, uniqCombined64State(17)(visitor_id)
        group by site_id, day, earlier_sites
    );

-- Days are rebuilt with pageviews in the order of their ids, and read from the entity tables until then.
truncate table settled_sessions settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0;

truncate table settled_pageviews settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0;

truncate table settled_events settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0;

truncate table settled_paths settings max_table_size_to_drop = 0, max_partition_size_to_drop = 0
