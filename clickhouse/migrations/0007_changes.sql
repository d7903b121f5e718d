create table if not exists changed_days
(
    fact Enum8('ping' = 1, 'session' = 2, 'visitor' = 3, 'late' = 4, 'path' = 5, 'event' = 6) comment 'What changed. session, visitor, path, event: rows of the settled tables of these. ping: there are pings of the day. late: first visits on any day from this one on',
    site_id LowCardinality(String) comment 'Site',
    day Date comment 'UTC day whose rows may have changed',
    session_day Date comment 'Of an event, the day whose row of session says when the sessions that it names changed: its own day, unless these are of another; 1970 when it names none. 1970 for all else',
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time, by the server clock, at which the insert of the last such ping began' codec(ZSTD(1)),
    last_ping_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Of ping: time of the last ping of the day; the maximum over a site is the time of its last ping. 1970 for all else' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (fact, site_id, day, session_day)
settings non_replicated_deduplication_window = 0, merge_selector_base = 30
comment 'When the rows of a day last changed. A settled day is stale when it changed after its watermark; a day without a row is empty. The table decides where reports read, never what they show, so a redelivery changes no report';

-- All days of a session's pings, by the hour in its id: these are at most 2 hours before it and 25 hours after it. A first visit may move
-- further: a ping is at most 10 minutes ahead of now, and one that is not late at most a day old, so an earlier visit is within the three
-- days before. A late one moves first visits of any later day.
create materialized view if not exists changed_days_from_pings to changed_days as
select
    tupleElement(touched, 1) as fact,
    site_id,
    tupleElement(touched, 2) as day,
    toDate(0) as session_day,
    max(stored_at) as changed_at,
    max(if(fact = 'ping', last_pinged_at, toDateTime64(0, 3, 'UTC'))) as last_ping_at
from (
    select
        site_id,
        toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
        toDate(pinged_at) as ping_day,
        max(now64(3, 'UTC')) as stored_at,
        max(pinged_at) as last_pinged_at,
        max(now64(3, 'UTC') >= pinged_at + interval 24 hour) as is_late,
        toDate(session_hour) as id_day,
        if(toHour(session_hour) < 2, -1, 0) as before
    from pings
    where drop_reason = ''
      and event = ''
    group by
        site_id,
        session_hour,
        ping_day
)
array join arrayConcat(
    [('ping', ping_day)],
    arrayMap(after -> ('session', id_day + after), range(before, 2)),
    arrayMap(after -> ('path', id_day + after), range(before, 2)),
    arrayMap(after -> ('visitor', id_day + after), range(before, 4)),
    if(is_late, [('late', id_day)], [])
) as touched
group by
    fact,
    site_id,
    day
comment 'Fills changed_days from each block inserted into pings, views and engagement';

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
settings non_replicated_deduplication_window = 0, ttl_only_drop_parts = 1, merge_selector_base = 30
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
  and event = ''
group by
    site_id,
    changed_from,
    session_hour,
    session_id,
    visitor_id
comment 'Fills changed_sessions from each block inserted into pings';

create table if not exists changed_events
(
    site_id LowCardinality(String) comment 'Site',
    day Date comment 'UTC day of the events',
    session_hour DateTime('UTC') comment 'Hour of the time inside the session_id of the events, as in sessions; 1970 without session' codec(Delta(4), ZSTD(1)),
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time, by the server clock, at which the insert of the last such event began' codec(ZSTD(1)),
    last_ping_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last such event' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (site_id, day, session_hour)
settings non_replicated_deduplication_window = 0
comment 'Which session hours the events of a day name, and when they last changed. The table decides where reports read, never what they show, so a redelivery changes no report';

create materialized view if not exists changed_events_from_pings to changed_events as
select
    site_id,
    toDate(pinged_at) as day,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    max(now64(3, 'UTC')) as changed_at,
    max(pinged_at) as last_ping_at
from pings
where drop_reason = ''
  and event != ''
group by
    site_id,
    day,
    session_hour
comment 'Fills changed_events from each block inserted into pings';

-- An event sent again with an earlier time counts on another day. So all days on which its id was seen have changed, and any session that
-- events of these days name may have lost it.
create materialized view if not exists changed_events_from_events to changed_events as
select
    site_id,
    day,
    session_hour,
    max(now64(3, 'UTC')) as changed_at,
    toDateTime64(0, 3, 'UTC') as last_ping_at
from (
    select distinct
        site_id,
        arrayJoin(known.days) as day
    from events
    inner join (
        select
            site_id,
            event_id,
            days
        from event_ids
        where (site_id, event_id) in (
            select
                site_id,
                event_id
            from events
            where event_id != ''
        )
    ) as known using (site_id, event_id)
) as days_of_ids
left join (
    select distinct
        site_id,
        day,
        session_hour
    from changed_events
    where (site_id, day) in (
        select
            site_id,
            arrayJoin(days)
        from event_ids
        where (site_id, event_id) in (
            select
                site_id,
                event_id
            from events
            where event_id != ''
        )
    )
) as named using (site_id, day)
group by
    site_id,
    day,
    session_hour
comment 'Fills changed_events from each block inserted into events';

-- An event changes its day, and the paths of the session that it names. It depends on that session, which may be of any age.
create materialized view if not exists changed_days_from_events to changed_days as
select
    tupleElement(touched, 1) as fact,
    site_id,
    tupleElement(touched, 2) as day,
    tupleElement(touched, 3) as session_day,
    max(event_changed_at) as changed_at,
    max(if(fact = 'ping', event_at, toDateTime64(0, 3, 'UTC'))) as last_ping_at
from (
    select
        site_id,
        day as event_day,
        changed_at as event_changed_at,
        last_ping_at as event_at,
        toDate(session_hour) as id_day,
        if(id_day = toDate(0), [], arrayMap(after -> id_day + after, range(if(toHour(session_hour) < 2, -1, 0), 2))) as session_days
    from changed_events
)
array join arrayConcat(
    [('event', event_day, if(has(session_days, event_day), event_day, id_day))],
    if(event_at > toDateTime64(0, 3, 'UTC'), [('ping', event_day, toDate(0))], []),
    arrayMap(day -> ('path', day, toDate(0)), session_days)
) as touched
group by
    fact,
    site_id,
    day,
    session_day
comment 'Fills changed_days from each block inserted into changed_events'
