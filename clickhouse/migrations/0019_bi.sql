create table if not exists deleted_days
(
    site_id LowCardinality(String) comment 'Site',
    day Date comment 'UTC day',
    deleted_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'When something of the day was last deleted, by the server clock' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (site_id, day)
settings non_replicated_deduplication_window = 0
comment 'Days of which something was deleted. Their rows stay when nothing of the day is left: whoever copied its numbers learns here that they are gone';

create table if not exists site_zones
(
    kept_at DateTime64(3, 'UTC') default now64(3, 'UTC') comment 'When the row was written, by the server clock: the newest holds',
    site_ids Array(String) comment 'The sites that have a time zone in the sites file. All others have UTC',
    timezones Array(String) comment 'The zone of each, as the file names it',
    zones Array(UInt16) comment 'Number of the zone of each, from 1',
    spans Array(Int64) comment 'Number of a zone, times 2^36, plus a time in seconds since 1970 from which on the zone has one offset; ascending',
    offsets Array(Int32) comment 'Offset from UTC of each span, seconds; positive east of it'
)
engine = ReplacingMergeTree(kept_at)
order by tuple()
comment 'The time zones of sites, as the query app keeps them equal to the sites file: a row has all of them. On shards, the first has them'
