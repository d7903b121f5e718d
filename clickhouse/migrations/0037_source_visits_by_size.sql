create table if not exists source_visits
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    minutes UInt16 comment 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    slot DateTime('UTC') comment 'Begin of the slot',
    source LowCardinality(String) comment 'Where the visits came from: a name, a domain, or Direct',
    medium LowCardinality(String) comment 'Kind of source',
    visits UInt64 comment 'Sessions begun in the slot' codec(T64, ZSTD(1)),
    visitors AggregateFunction(uniqCombined64(17), UUID) comment 'Their visitors',
    bounces UInt64 comment 'Of these sessions, those of one pageview' codec(T64, ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
-- The asked part of the list comes first, day by day: of the rows behind it the states of visitors, which are long, are not
-- read. Hence the small granules.
order by (site_id, minutes, slot, -toInt64(visits))
settings index_granularity = 32
comment 'Rollup: where sessions came from, by slot. Rebuilt a day at a time from sessions, never added to'
