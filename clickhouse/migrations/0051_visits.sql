create table if not exists visits
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    slot DateTime('UTC') comment 'The day',
    visitor_id UUID comment 'The visitor' codec(ZSTD(1)),
    begun_at DateTime64(3, 'UTC') comment 'Time of the first ping of the session if that is of this day, and else 1970' codec(Delta(8), ZSTD(1)),
    viewed_at Array(DateTime64(3, 'UTC')) comment 'When its pageviews of this day were entered, in order' codec(Delta(8), ZSTD(1)),
    duration_ms UInt64 comment 'Last ping - first ping of the session in milliseconds' codec(T64, ZSTD(1)),
    bounced Bool comment 'Whether the session holds exactly one pageview' codec(ZSTD(1)),
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
    device_type LowCardinality(String) comment 'Kind of device; empty when unknown' codec(ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, begun_at)
comment 'Rollup: one row per session and day on which it began or viewed a page, with all that reports can be filtered by. A session of several visitors has a row for each. Rebuilt a day at a time from sessions and pageviews, never added to'
