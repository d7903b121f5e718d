create table if not exists settled_sources
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that holds its watermark',
    day Date comment 'The day, UTC',
    source LowCardinality(String) comment 'Where the visits came from: a name, a domain, or Direct',
    medium LowCardinality(String) comment 'Kind of source',
    visits UInt64 comment 'Sessions begun on the day' codec(T64, ZSTD(1)),
    visitors AggregateFunction(uniqCombined64(17), UUID) comment 'Their visitors',
    bounces UInt64 comment 'Of these sessions, those of one pageview' codec(T64, ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by day
order by (site_id, -toInt64(visits))
settings index_granularity = 32
comment 'Where the sessions of a day came from, as they were at its watermark. Rebuilt a day at a time from sessions, never added to. A table, not a projection: in the order of visits the long states of small sources are not read'
