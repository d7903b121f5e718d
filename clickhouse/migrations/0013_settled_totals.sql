create table if not exists settled_totals
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that holds its watermark',
    day Date comment 'The day, UTC',
    minutes UInt16 comment 'Length of the bucket: 15, 60 or 1440. Each length holds everything, so a reader takes one for each range of time',
    bucket_at DateTime('UTC') comment 'Begin of the bucket',
    views UInt64 comment 'Pageviews entered in the bucket',
    visitors AggregateFunction(uniqCombined64(17), UUID) comment 'Their visitors',
    visitor_count UInt64 comment 'How many these are: the result of the state alone',
    sessions UInt64 comment 'Sessions begun in the bucket',
    bounces UInt64 comment 'Of these, those of one pageview',
    duration_ms UInt64 comment 'Sum of last ping - first ping of these sessions in milliseconds',
    watermark DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by day
order by (site_id, minutes, bucket_at)
settings index_granularity = 1
comment 'Totals of a site by bucket, as they were at the watermark of the day. Rebuilt a day at a time from pageviews and sessions, never added to. A table, not a projection: zones need quarters of an hour, and a projection has one length'
