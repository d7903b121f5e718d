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

-- An event sent again with an earlier time counts on another day. So all days on which its id was seen have changed, and any session that
-- events of these days name may have lost it.
alter table changed_events_from_events modify query
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
    session_hour;

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
comment 'Fills changed_days from each block inserted into changed_events';

drop view if exists changed_by_day_from_hours;

drop view if exists changed_events_by_day_from_changes;

-- Changes nothing, but waits until every insert that runs now has ended: all later ones fill changed_days.
truncate table if exists changed_hours_from_pings;

-- What changed before. Nothing is greater when it runs again.
insert into changed_days (fact, site_id, day, changed_at, last_ping_at)
select
    tupleElement(touched, 1) as fact,
    site_id,
    tupleElement(touched, 2) as day,
    max(tupleElement(touched, 3)) as changed_at,
    max(if(fact = 'ping', last_at, toDateTime64(0, 3, 'UTC'))) as last_ping_at
from (
    select
        site_id,
        toDate(session_hour) as id_day,
        if(toHour(session_hour) < 2, -1, 0) as before,
        max(changed_hours.changed_at) as any_at,
        max(late_at) as late,
        max(changed_hours.last_ping_at) as last_at
    from changed_hours
    group by
        site_id,
        id_day,
        before
)
array join arrayConcat(
    -- The hours do not say on which of their days there are pings, but that none comes after the last.
    arrayFilter(
        touched -> tupleElement(touched, 2) <= toDate(last_at) or last_at = toDateTime64(0, 3, 'UTC'),
        arrayMap(after -> ('ping', id_day + after, any_at), range(before, 2))
    ),
    arrayMap(after -> ('session', id_day + after, any_at), range(before, 2)),
    arrayMap(after -> ('path', id_day + after, any_at), range(before, 2)),
    arrayMap(after -> ('visitor', id_day + after, any_at), range(before, 4)),
    if(late > toDateTime64(0, 3, 'UTC'), [('late', id_day, late)], [])
) as touched
group by
    fact,
    site_id,
    day;

-- Notes all events again, which fills changed_days. A row without an hour was of an id that arrived again, or of an event without session.
insert into changed_events (site_id, day, session_hour, changed_at, last_ping_at)
select
    site_id,
    day,
    session_hour,
    greatest(
        max(changed_events.changed_at),
        max(maxIf(changed_events.changed_at, session_hour = toDateTime(0, 'UTC'))) over (partition by site_id, day)
    ),
    max(changed_events.last_ping_at)
from changed_events
group by
    site_id,
    day,
    session_hour;

drop view if exists changed_hours_from_pings;

drop table if exists changed_by_day;

drop table if exists changed_events_by_day;

alter table changed_events
    modify comment 'Which session hours the events of a day name, and when they last changed. The table decides where reports read, never what they show, so a redelivery changes no report';

-- While an upgrade lasts, apps of the version before read it. Days stand for hours there: more days than necessary count as stale.
create or replace view changed_hours
(
    site_id LowCardinality(String) comment 'Site',
    session_hour DateTime('UTC') comment 'Start of the day',
    changed_at DateTime64(3, 'UTC') comment 'changed_at of session',
    late_at DateTime64(3, 'UTC') comment 'changed_at of late',
    last_ping_at DateTime64(3, 'UTC') comment 'last_ping_at'
)
as
select
    site_id,
    toDateTime(day, 'UTC') as session_hour,
    if(fact = 'session', cast(changed_days.changed_at, 'DateTime64(3, \'UTC\')'), toDateTime64(0, 3, 'UTC')) as changed_at,
    if(fact = 'late', cast(changed_days.changed_at, 'DateTime64(3, \'UTC\')'), toDateTime64(0, 3, 'UTC')) as late_at,
    cast(changed_days.last_ping_at, 'DateTime64(3, \'UTC\')') as last_ping_at
from changed_days
where fact in ('ping', 'session', 'late')
comment 'changed_days as the version before knows it, for an upgrade while the service goes on. The next version drops it'
