create table if not exists changed_sessions
(
    site_id LowCardinality(String) comment 'The site',
    changed_from DateTime('UTC') comment 'Begin of the five minutes in which the session changed, by the clock of the server' codec(Delta(4), ZSTD(1)),
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id, as in sessions and pageviews' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'A session that a stored ping touched' codec(ZSTD(1)),
    visitor_id UUID comment 'The visitor of that ping' codec(ZSTD(1)),
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'When the last such ping was being stored' codec(ZSTD(1))
)
engine = AggregatingMergeTree
partition by toDate(changed_from)
order by (site_id, changed_from, session_hour, session_id, visitor_id)
ttl changed_from + interval 3 day
settings non_replicated_deduplication_window = 0, ttl_only_drop_parts = 1
comment 'Which sessions changed when: a settled day that is stale is read without the sessions that changed after its watermark, and these from sessions and pageviews. Kept for three days. It decides where numbers are read, never what they are, so a repetition changes no report';

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
