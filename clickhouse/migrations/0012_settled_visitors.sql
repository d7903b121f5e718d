create table if not exists settled_visitors
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that holds its watermark',
    day Date comment 'The day of first_seen_at, UTC',
    visitor_id UUID comment 'The visitor: one row each' codec(ZSTD(1)),
    first_seen_at DateTime64(3, 'UTC') comment 'Time of its first ping ever' codec(Delta(8), ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1)),
    projection by_day (
        select site_id, day, count()
        group by site_id, day
    )
)
engine = MergeTree
partition by day
order by (site_id, first_seen_at)
comment 'Settled copy of visitors: who was first seen on a day, as it was at its watermark, without FINAL. Rebuilt a day at a time from visitors, never added to. Reports read the visitors that sent pings later from visitors'
