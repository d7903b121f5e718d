create table if not exists touched_hours
(
    site_id LowCardinality(String) comment 'The site',
    hour DateTime('UTC') comment 'An hour in which pageviews or sessions of a stored ping may lie' codec(Delta, ZSTD(1)),
    stored_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'When, by the clock of the server, the last such ping was being stored' codec(ZSTD(1)),
    late_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The same, of pings of this hour that were stored a day or more after they happened: they may move when a visitor was first seen from any later hour into this one' codec(ZSTD(1)),
    last_ping_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last of these pings: the greatest of a site is that of its last ping' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (site_id, hour)
-- No window of deduplication: a batch that is stored again may have been stored in part the first time, and must touch again.
settings non_replicated_deduplication_window = 0
comment 'Which hours of a site changed when: an hour that was touched after its day was rolled up is read from the entity tables. It decides where numbers are read, never what they are, so a repetition changes no report'
