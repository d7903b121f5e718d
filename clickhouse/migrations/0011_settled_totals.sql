create table if not exists settled_totals
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day',
    minutes UInt16 comment 'Length of the bucket: 15, 60 or 1440. Each length covers the whole day, so select one length for each range of time',
    bucket_at DateTime('UTC') comment 'Start of the bucket',
    views UInt64 comment 'Pageviews entered in the bucket',
    visitors AggregateFunction(uniqCombined64(17), UUID) comment 'Visitors of these pageviews',
    visitor_count UInt64 comment 'Number of these visitors: the result of this state alone',
    sessions UInt64 comment 'Sessions that began in the bucket',
    bounces UInt64 comment 'Of these, sessions with one pageview',
    duration_ms UInt64 comment 'Sum of the durations of these sessions, milliseconds',
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1)),
    projection views_alone (
        select site_id, day, minutes, bucket_at, views
        order by minutes, day, site_id, bucket_at
    )
)
engine = MergeTree
partition by day
-- The rows of one length lie together, whether of one site or of all of them. The day is the same in all rows of a partition: in
-- the key it says which lengths of a partition are read, as bucket_at cannot where a granule has several sites.
order by (minutes, day, site_id, bucket_at)
-- Granules of 8 KiB: a few rows with the long states of a large site, some 40 rows of small sites. With a row in each, a report about
-- a thousand sites took 15 times as long. Sparklines read hundreds of thousands of rows and no states: their projection has some 450
-- rows in a granule.
settings index_granularity_bytes = 8192
comment 'Totals of a site by bucket, as of the watermark of the day. Days are rebuilt as a whole from pageviews and sessions, never appended to. A table, not a projection: time zones need quarters of an hour, and a projection has one length';

create table if not exists settled_sources
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day',
    source LowCardinality(String) comment 'Source of the visits: a name, a domain, or Direct',
    medium LowCardinality(String) comment 'Kind of source',
    visits UInt64 comment 'Sessions that began on the day' codec(T64, ZSTD(1)),
    visitors AggregateFunction(uniqCombined64(17), UUID) comment 'Visitors of these sessions',
    bounces UInt64 comment 'Of these, sessions with one pageview' codec(T64, ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by day
order by (site_id, -toInt64(visits))
settings index_granularity = 32
comment 'Sources of the sessions of each day, as of its watermark. Days are rebuilt as a whole from sessions, never appended to. A table, not a projection: sorted by visits, it lets reports skip the long states of small sources'
