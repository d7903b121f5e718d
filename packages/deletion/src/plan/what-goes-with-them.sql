-- What has to be recomputed and rebuilt, from the sessions and events of the plan, before they are deleted.
insert into deleting (what, site_id, id, name, at)
with
    doomed_sessions as (select id from deleting where what = 'session'),
    doomed_pings as (select id from deleting where what = 'ping'),
    doomed_events as (
        select
            event_id,
            session_id,
            session_hour,
            occurred_at
        from events
        where site_id = {site:String}
          and (session_id in doomed_sessions or ping_id in doomed_pings)
    ),
    doomed_views as (
        select
            session_hour,
            visitor_id,
            page_path,
            entered_at
        from pageviews
        where site_id = {site:String}
          and session_id in doomed_sessions
    ),
    planned as (
        select 'visitor' as what, visitor_id as id, '' as name, toDateTime64(0, 3, 'UTC') as at from doomed_views
        union all
        select 'visitor', visitor_id, '', toDateTime64(0, 3, 'UTC') from sessions where site_id = {site:String} and session_id in doomed_sessions
        union all
        select 'visitor', visitor_id, '', toDateTime64(0, 3, 'UTC') from pings where site_id = {site:String} and session_id in doomed_sessions and event = '' and drop_reason = ''
        union all
        select 'page', toUUID('00000000-0000-0000-0000-000000000000'), page_path, toDateTime64(0, 3, 'UTC') from doomed_views
        union all
        select 'page', toUUID('00000000-0000-0000-0000-000000000000'), page_path, toDateTime64(0, 3, 'UTC') from pings where site_id = {site:String} and session_id in doomed_sessions and event = '' and drop_reason = ''
        union all
        select 'event_id', toUUID('00000000-0000-0000-0000-000000000000'), event_id, toDateTime64(0, 3, 'UTC') from doomed_events where event_id != ''
        union all
        -- A session has pings on the day of its id, or the next to it.
        select 'day', toUUID('00000000-0000-0000-0000-000000000000'), 'changed_days', toDateTime64(toStartOfDay(session_hour) + toIntervalDay(arrayJoin([-1, 0, 1])), 3, 'UTC') from doomed_views
        union all
        select 'day', toUUID('00000000-0000-0000-0000-000000000000'), arrayJoin(['changed_days', 'settled_events']), toDateTime64(toStartOfDay(occurred_at), 3, 'UTC') from doomed_events
        union all
        select 'event_hour', toUUID('00000000-0000-0000-0000-000000000000'), '', toDateTime64(toStartOfHour(occurred_at), 3, 'UTC') from doomed_events
        union all
        select 'day', toUUID('00000000-0000-0000-0000-000000000000'), arrayJoin(['settled_totals', 'settled_sources', 'settled_sessions', 'settled_pageviews', 'settled_paths']), toDateTime64(toStartOfDay(seen_at), 3, 'UTC')
        from (
            select entered_at as seen_at from doomed_views
            union all
            select first_seen_at from sessions where site_id = {site:String} and session_id in doomed_sessions
        )
        union all
        -- Another event with the same id may count from now on.
        select 'day', toUUID('00000000-0000-0000-0000-000000000000'), 'settled_events', toDateTime64(arrayJoin(days), 3, 'UTC')
        from event_ids
        where site_id = {site:String} and event_id in (select event_id from doomed_events where event_id != '')
        union all
        -- An event, or the one that counts instead, may name a session that stays: its path changes, on the day of the id or the next to it.
        select 'day', toUUID('00000000-0000-0000-0000-000000000000'), 'settled_paths', toDateTime64(toStartOfDay(session_hour) + toIntervalDay(arrayJoin([-1, 0, 1])), 3, 'UTC')
        from events
        where site_id = {site:String}
          and notEmpty(session_id)
          and (session_id in doomed_sessions or ping_id in doomed_pings or event_id in (select event_id from doomed_events where event_id != ''))
    )
select distinct
    what,
    {site:String},
    id,
    name,
    at
from planned
