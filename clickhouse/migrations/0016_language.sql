alter table pings
    add column if not exists language LowCardinality(String) comment 'Language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)) after device_type;

-- What a session from before lacks counts as empty, at the time of its first ping: an older ping may still come.
alter table sessions
    add column if not exists first_language SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, language String))
        default (tupleElement(acquisition, 'pinged_at'), tupleElement(acquisition, 'ping_id'), '')
        comment 'Language that the browser prefers, such as de-AT; empty when unknown; of its first ping. Read language: FINAL does not merge a part of a tuple read by itself' codec(ZSTD(3)) after device,
    add column if not exists language String alias tupleElement(first_language, 'language') comment 'Language that the browser prefers, such as de-AT; empty when unknown' after device_type;

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
    min((pinged_at, ping_id, language)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, language String)) as first_language
from pings
where drop_reason = ''
group by
    site_id,
    session_hour,
    session_id;

-- No settled day is rebuilt: sessions from before have an empty value, and later pings change the day.
alter table settled_sessions
    add column if not exists language LowCardinality(String) comment 'Language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)) after device_type;

alter table settled_pageviews
    add column if not exists language LowCardinality(String) comment 'Of its session: language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)) after device_type;
