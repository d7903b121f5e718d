create table if not exists totals
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    minutes UInt16 comment 'Length of the slot: 15, 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    slot DateTime('UTC') comment 'Begin of the slot',
    views UInt64 comment 'Pageviews entered in the slot',
    visitors AggregateFunction(uniqCombined64(17), UUID) comment 'Their visitors',
    visitor_count UInt64 comment 'How many these are: what the state alone says',
    sessions UInt64 comment 'Sessions begun in the slot',
    bounces UInt64 comment 'Of these, those of one pageview',
    duration_ms UInt64 comment 'Of these sessions, the sum of last ping - first ping in milliseconds',
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted'
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, minutes, slot)
-- A row is up to 100 kB: read those that are wanted, not their neighbours.
settings index_granularity = 1
comment 'Rollup: totals of a site by slot. Rebuilt a day at a time from pageviews and sessions, never added to'
