create table if not exists settled_sessions
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day of first_seen_at',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'Id of the session (visit); one row each' codec(ZSTD(1)),
    visitor_id UUID comment 'Visitor' codec(ZSTD(1)),
    -- The row of the watermark has no time of its own: 1970 would widen the range of the index.
    first_seen_at DateTime64(3, 'UTC') default toDateTime64(day, 3, 'UTC') comment 'Time of the first ping; the session counts in the period that contains this time' codec(T64, ZSTD(1)),
    duration_ms UInt64 comment 'Time from the first to the last ping, milliseconds' codec(T64, ZSTD(1)),
    bounced Bool comment 'Whether the session has exactly one pageview' codec(ZSTD(1)),
    pageviews UInt32 comment 'Number of its pageviews' codec(T64, ZSTD(1)),
    source LowCardinality(String) comment 'Source of the visit: a name (Google), a domain, or Direct' codec(ZSTD(1)),
    medium LowCardinality(String) comment 'Kind of source' codec(ZSTD(1)),
    utm_source LowCardinality(String) comment 'Campaign tag utm_source' codec(ZSTD(1)),
    utm_medium LowCardinality(String) comment 'Campaign tag utm_medium' codec(ZSTD(1)),
    utm_campaign LowCardinality(String) comment 'Campaign tag utm_campaign' codec(ZSTD(1)),
    utm_term LowCardinality(String) comment 'Campaign tag utm_term' codec(ZSTD(1)),
    utm_content LowCardinality(String) comment 'Campaign tag utm_content' codec(ZSTD(1)),
    entry_page LowCardinality(String) comment 'Path of the first page' codec(ZSTD(1)),
    entry_referrer LowCardinality(String) comment 'Address of the page that led to the first page; empty when none was sent' codec(ZSTD(1)),
    exit_page LowCardinality(String) comment 'Path of the last page' codec(ZSTD(1)),
    hostname LowCardinality(String) comment 'Host of the first page, lower-case; empty when only a path was sent' codec(ZSTD(1)),
    country LowCardinality(String) comment 'ISO 3166-1 alpha-2 code; empty when unknown' codec(ZSTD(1)),
    region LowCardinality(String) comment 'State or region; empty when unknown' codec(ZSTD(1)),
    city LowCardinality(String) comment 'City; empty when unknown' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Browser; empty when unknown' codec(ZSTD(1)),
    browser_version LowCardinality(String) comment 'Version of the browser' codec(ZSTD(1)),
    os LowCardinality(String) comment 'Operating system; empty when unknown' codec(ZSTD(1)),
    os_version LowCardinality(String) comment 'Version of the operating system' codec(ZSTD(1)),
    device_type LowCardinality(String) comment 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' codec(ZSTD(1)),
    language LowCardinality(String) comment 'Language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)),
    screen LowCardinality(String) comment 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' codec(ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1)),
    index day_times (day, first_seen_at) type minmax granularity 1,
    projection by_place (
        select site_id, day, toStartOfHour(first_seen_at), country, region, city, count()
        group by site_id, day, toStartOfHour(first_seen_at), country, region, city
    ),
    projection by_device (
        select site_id, day, toStartOfHour(first_seen_at), browser, os, device_type, count()
        group by site_id, day, toStartOfHour(first_seen_at), browser, os, device_type
    ),
    -- For views, which read the watermarks of all days: a row a site, where the table has 8192 to a mark.
    projection by_watermark (
        select site_id, day, max(watermark)
        group by site_id, day
    )
)
engine = MergeTree
partition by day
order by (site_id, session_hour, session_id)
-- Projections ignore the codecs of columns.
settings default_compression_codec = 'ZSTD(1)'
comment 'Settled copy of sessions: the sessions of each day as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read sessions. Projections hold the sums of each hour'
