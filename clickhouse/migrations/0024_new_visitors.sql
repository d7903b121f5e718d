create table if not exists new_visitors
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    minutes UInt16 comment 'Length of the slot: 15, 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    slot DateTime('UTC') comment 'Begin of the slot',
    visitors UInt64 comment 'Visitors first seen in the slot',
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted'
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, minutes, slot)
comment 'Rollup: visitors of a site by when they were first seen. Rebuilt a day at a time from visitors, never added to'
