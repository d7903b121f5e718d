create table if not exists place_visits
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    minutes UInt16 comment 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    slot DateTime('UTC') comment 'Begin of the slot',
    country LowCardinality(String) comment 'ISO 3166-1 alpha-2 code; empty when unknown',
    region LowCardinality(String) comment 'State or region; empty when unknown',
    city LowCardinality(String) comment 'City; empty when unknown',
    visits UInt64 comment 'Sessions begun in the slot' codec(T64, ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, minutes, slot, country, region, city)
comment 'Rollup: where the visitors of sessions were, by slot. Rebuilt a day at a time from sessions, never added to'
