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
