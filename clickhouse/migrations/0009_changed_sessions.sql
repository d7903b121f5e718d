create table if not exists changed_sessions
(
    site_id LowCardinality(String) comment 'Site',
    changed_from DateTime('UTC') comment 'Start of the five minutes in which the session changed, by the server clock' codec(Delta(4), ZSTD(1)),
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id, as in sessions and pageviews' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'Session of a stored ping' codec(ZSTD(1)),
    visitor_id UUID comment 'Visitor of that ping' codec(ZSTD(1)),
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time, by the server clock, at which the insert of the last such ping began' codec(ZSTD(1))
)
engine = AggregatingMergeTree
partition by toDate(changed_from)
order by (site_id, changed_from, session_hour, session_id, visitor_id)
ttl changed_from + interval 3 day
settings non_replicated_deduplication_window = 0, ttl_only_drop_parts = 1
comment 'Sessions that changed, and when. On a stale settled day, sessions that changed after the watermark are read from sessions and pageviews, all others from the settled tables. Rows are kept for three days. The table decides where reports read, never what they show, so a redelivery changes no report';

create materialized view if not exists changed_sessions_from_pings to changed_sessions as
select
    site_id,
    toStartOfFiveMinutes(now('UTC')) as changed_from,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    session_id,
    visitor_id,
    max(now64(3, 'UTC')) as changed_at
from pings
where drop_reason = ''
group by
    site_id,
    changed_from,
    session_hour,
    session_id,
    visitor_id
comment 'Fills changed_sessions from each block inserted into pings'
