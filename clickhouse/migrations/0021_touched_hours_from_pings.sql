create materialized view if not exists touched_hours_from_pings to touched_hours as
with
    -- A session's or pageview's pings lie between ten minutes before the time in its id and a day after, as ingest sees to.
    pinged_hours as (
        select
            site_id,
            toStartOfHour(least(UUIDv7ToDateTime(session_id, 'UTC'), UUIDv7ToDateTime(pageview_id, 'UTC')) - interval 10 minute) as first_hour,
            toStartOfHour(greatest(UUIDv7ToDateTime(session_id, 'UTC'), UUIDv7ToDateTime(pageview_id, 'UTC')) + interval 24 hour) as last_hour,
            toStartOfHour(pinged_at) as ping_hour,
            max(pinged_at) as last_ping
        from pings
        where drop_reason = ''
        group by
            site_id,
            first_hour,
            last_hour,
            ping_hour
    )
select
    site_id,
    toDateTime(arrayJoin(range(toUInt32(first_hour), toUInt32(last_hour) + 1, 3600)), 'UTC') as hour,
    max(now64(3, 'UTC')) as stored_at,
    max(if(
        hour = ping_hour and now64(3, 'UTC') >= last_hour,
        now64(3, 'UTC'),
        toDateTime64(0, 3, 'UTC')
    )) as late_at,
    max(last_ping) as last_ping_at
from pinged_hours
group by
    site_id,
    hour
comment 'Fills touched_hours from each block inserted into pings'
