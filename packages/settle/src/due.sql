-- The days up to today that changed since they were settled, or never were, newest first. A day that was settled recently is
-- left out, whichever process settled it: so several consumers share the work.
with
    -- Paths of sessions change with the events that name them. An event whose id arrived again has no hour here: any session that the
    -- events of its day name may have lost it.
    changes as (
        select
            session_hour,
            changed_hours.changed_at as changed_at,
            changed_hours.late_at as late_at
        from changed_hours
        union all
        select
            session_hour,
            greatest(
                max(changed_events.changed_at),
                max(maxIf(changed_events.changed_at, session_hour = toDateTime(0, 'UTC'))) over (partition by site_id, day)
            ) as changed_at,
            toDateTime64(0, 3, 'UTC') as late_at
        from changed_events
        where {of_events:Bool}
        group by
            site_id,
            day,
            session_hour
    ),
    changed_days as (
        select
            -- The pings of a session lie on the day of its hour and the next, and just before midnight on the day before.
            arrayJoin(range(
                toUInt32(toDate(session_hour - toIntervalMillisecond({id_lead:UInt32}))),
                toUInt32(toDate(session_hour)) + {days_after:UInt32} + 1
            ))::Date as day,
            max(changed_at) as last_changed_at,
            -- A late ping affects all days from its own to today.
            if({reaches_present:Bool}, max(max(late_at)) over (order by day), toDateTime64(0, 3, 'UTC')) as last_late_at
        from changes
        where session_hour > toDateTime(0, 'UTC')
        group by day
    ),
    settled_days as (
        select
            day,
            -- A day that a killed server kept twice (rebuild.ts) has two. One in the future is of a clock that was ahead, and no watermark.
            if(count() = 1 and max(watermark) <= now64(3, 'UTC'), max(watermark), toDateTime64(0, 3, 'UTC')) as settled_until
        from {table:Identifier}
        where site_id = ''
        group by day
    )
select day as date
from changed_days
left join settled_days using day
where greatest(last_changed_at, last_late_at) >= settled_until
  and day <= toDate(now('UTC') + toIntervalMillisecond({id_lead:UInt32}))
  and settled_until < now64(3, 'UTC') - toIntervalMillisecond({rest_ms:UInt32})
order by day desc
