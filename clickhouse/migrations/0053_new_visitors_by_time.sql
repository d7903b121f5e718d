create table if not exists new_visitors
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    slot DateTime('UTC') comment 'The day',
    first_seen_at DateTime64(3, 'UTC') comment 'When a visitor was first seen: a row for each' codec(Delta(8), ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, first_seen_at)
comment 'Rollup: when the visitors of a site were first seen. Rebuilt a day at a time from visitors, never added to'
