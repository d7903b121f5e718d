create table if not exists changed_hours
(
    site_id LowCardinality(String) comment 'Site',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id, as in sessions and pageviews' codec(Delta(4), ZSTD(1)),
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time, by the server clock, at which the insert of the last ping of a session of this hour began' codec(ZSTD(1)),
    late_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'The same for pings stored a day or more after their time, which may move the first visit of a visitor away from any later day' codec(ZSTD(1)),
    last_ping_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last ping of these sessions; the maximum over a site is the time of its last ping' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (site_id, session_hour)
settings non_replicated_deduplication_window = 0
comment 'When the sessions of an hour last changed. A settled day whose hours changed after its watermark is stale. The table decides where reports read, never what they show, so a redelivery changes no report';

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
