create table if not exists settled_sessions
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that holds its watermark',
    day Date comment 'The day of first_seen_at, UTC',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'The session (visit): one row each' codec(ZSTD(1)),
    visitor_id UUID comment 'Its visitor' codec(ZSTD(1)),
    first_seen_at DateTime64(3, 'UTC') comment 'Time of its first ping: the session belongs to the period that holds this time' codec(Delta(8), ZSTD(1)),
    duration_ms UInt64 comment 'Last ping - first ping in milliseconds' codec(T64, ZSTD(1)),
    bounced Bool comment 'Whether it holds exactly one pageview' codec(ZSTD(1)),
    source LowCardinality(String) comment 'Where the visit came from: a name (Google), a domain, or Direct' codec(ZSTD(1)),
    medium LowCardinality(String) comment 'Kind of source' codec(ZSTD(1)),
    utm_source LowCardinality(String) comment 'Campaign tag utm_source' codec(ZSTD(1)),
    utm_medium LowCardinality(String) comment 'Campaign tag utm_medium' codec(ZSTD(1)),
    utm_campaign LowCardinality(String) comment 'Campaign tag utm_campaign' codec(ZSTD(1)),
    utm_term LowCardinality(String) comment 'Campaign tag utm_term' codec(ZSTD(1)),
    utm_content LowCardinality(String) comment 'Campaign tag utm_content' codec(ZSTD(1)),
    entry_page LowCardinality(String) comment 'Path of the first page' codec(ZSTD(1)),
    country LowCardinality(String) comment 'ISO 3166-1 alpha-2 code; empty when unknown' codec(ZSTD(1)),
    region LowCardinality(String) comment 'State or region; empty when unknown' codec(ZSTD(1)),
    city LowCardinality(String) comment 'City; empty when unknown' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Browser; empty when unknown' codec(ZSTD(1)),
    browser_version LowCardinality(String) comment 'Version of the browser' codec(ZSTD(1)),
    os LowCardinality(String) comment 'Operating system; empty when unknown' codec(ZSTD(1)),
    os_version LowCardinality(String) comment 'Version of the operating system' codec(ZSTD(1)),
    device_type LowCardinality(String) comment 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' codec(ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1)),
    index day_times (day, first_seen_at) type minmax granularity 1,
    projection by_place (
        select site_id, day, country, region, city, count()
        group by site_id, day, country, region, city
    ),
    projection by_device (
        select site_id, day, browser, os, device_type, count()
        group by site_id, day, browser, os, device_type
    )
)
engine = MergeTree
partition by day
order by (site_id, session_hour, session_id)
comment 'Settled copy of sessions: the sessions of a day as they were at its watermark, without FINAL. Rebuilt a day at a time from sessions, never added to. Reports read the sessions that changed later from sessions. Projections hold the sums of a day'
