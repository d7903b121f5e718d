create table if not exists changed_hours
(
    site_id LowCardinality(String) comment 'The site',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id, as in sessions and pageviews' codec(Delta(4), ZSTD(1)),
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'When, by the clock of the server, the last ping of a session of this hour was being stored' codec(ZSTD(1)),
    late_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The same for pings that were stored a day or more after they happened: they may move when a visitor was first seen from any later day' codec(ZSTD(1)),
    last_ping_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last of these pings: the greatest of a site is that of its last ping' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (site_id, session_hour)
settings non_replicated_deduplication_window = 0
comment 'When sessions of an hour last changed. A settled day whose hours changed after its watermark is stale. It decides where numbers are read, never what they are, so a repetition changes no report';

create materialized view if not exists changed_hours_from_pings to changed_hours as
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    max(now64(3, 'UTC')) as changed_at,
    max(if(now64(3, 'UTC') >= pinged_at + interval 24 hour, now64(3, 'UTC'), toDateTime64(0, 3, 'UTC'))) as late_at,
    max(pinged_at) as last_ping_at
from pings
where drop_reason = ''
group by
    site_id,
    session_hour
comment 'Fills changed_hours from each block inserted into pings'
