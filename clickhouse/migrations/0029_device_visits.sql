create table if not exists device_visits
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    minutes UInt16 comment 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    slot DateTime('UTC') comment 'Begin of the slot',
    browser LowCardinality(String) comment 'Browser; empty when unknown',
    os LowCardinality(String) comment 'Operating system; empty when unknown',
    device_type LowCardinality(String) comment 'Kind of device; empty when unknown',
    visits UInt64 comment 'Sessions begun in the slot' codec(T64, ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, minutes, slot, browser, os, device_type)
comment 'Rollup: what sessions were made with, by slot. Rebuilt a day at a time from sessions, never added to'
