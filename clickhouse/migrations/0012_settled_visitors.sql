create table if not exists settled_visitors
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day of first_seen_at',
    visitor_id UUID comment 'Id of the visitor; one row each' codec(ZSTD(1)),
    first_seen_at DateTime64(3, 'UTC') comment 'Time of the first ping of all time' codec(Delta(8), ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1)),
    projection by_day (
        select site_id, day, count()
        group by site_id, day
    )
)
engine = MergeTree
partition by day
order by (site_id, first_seen_at)
comment 'Settled copy of visitors: the visitors first seen on each day, as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For visitors of sessions that changed later, reports read visitors'
