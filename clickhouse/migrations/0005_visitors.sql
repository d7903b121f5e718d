create table if not exists visitors
(
    site_id LowCardinality(String) comment 'Site',
    visitor_hour DateTime('UTC') comment 'Hour of the time inside visitor_id, which may be any: it is from the clock of the visitor' codec(Delta(4), ZSTD(1)),
    visitor_id UUID comment 'Id of the visitor; with FINAL one row each' codec(ZSTD(1)),
    first_seen_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time of the first ping of all time; a visitor first seen before a period is a returning visitor in it' codec(Delta(8), ZSTD(1)),
    index first_seen_at_minmax first_seen_at type minmax granularity 1
)
engine = AggregatingMergeTree
order by (site_id, visitor_hour, visitor_id)
-- Reports look up single visitors of any age, a granule each. ClickHouse compresses blocks of 64 KiB, 16 granules of ids, and decompresses
-- a whole one for each of them. Smaller blocks take the same room, as ids are random: 18.9 bytes a visitor with blocks of 4 KiB, and 18.5
-- with those of 16.
settings index_granularity = 256, non_replicated_deduplication_window = 10000, merge_selector_base = 30, min_compress_block_size = 4096, max_compress_block_size = 4096
comment 'One row per visitor, filled from pings. Read with FINAL';

create materialized view if not exists visitors_from_pings to visitors as
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as visitor_hour,
    visitor_id,
    min(pinged_at) as first_seen_at
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    visitor_hour,
    visitor_id
comment 'Fills visitors from each block inserted into pings'
