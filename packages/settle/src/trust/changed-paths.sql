-- When events that name the sessions of each day last changed. One whose id arrived again has no hour here: any session that the events
-- of its day name may have lost it.
with
    named_hours as (
        select
            session_hour,
            greatest(
                max(changed_events.changed_at),
                max(maxIf(changed_events.changed_at, session_hour = toDateTime(0, 'UTC'))) over (partition by site_id, day)
            ) as event_changed_at
        from changed_events
        where ({every_site:Bool} or site_id in {sites:Array(String)})
          and (session_hour = toDateTime(0, 'UTC') or session_hour >= {hours_from:DateTime('UTC')} and session_hour < {hours_until:DateTime('UTC')})
        group by
            site_id,
            day,
            session_hour
    )
select
    toUnixTimestamp(toStartOfDay(session_hour)) * 1000 as day,
    toUnixTimestamp64Milli(max(event_changed_at)) as changed_at,
    toUnixTimestamp64Milli(maxIf(event_changed_at, session_hour < toStartOfDay(session_hour) + toIntervalMillisecond({id_lead:UInt32}))) as first_hours_changed_at
from named_hours
where session_hour > toDateTime(0, 'UTC')
group by day
settings max_threads = 1
