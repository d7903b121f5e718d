create table if not exists visitors
(
    site_id LowCardinality(String) comment 'The site',
    visitor_hour DateTime('UTC') comment 'Hour of the time inside visitor_id: at most 5 years before first_seen_at' codec(Delta, ZSTD(1)),
    visitor_id UUID comment 'The visitor: one row each, once read with FINAL' codec(ZSTD(1)),
    first_seen_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time of the first ping ever: whoever was first seen before a period is a returning visitor in it' codec(Delta, ZSTD(1))
)
engine = AggregatingMergeTree
-- No partitions: ids are up to five years old, and one batch of returning visitors would write a part into each month.
order by (site_id, visitor_hour, visitor_id)
settings non_replicated_deduplication_window = 10000
comment 'One row per visitor, filled from pings. Read with FINAL'
