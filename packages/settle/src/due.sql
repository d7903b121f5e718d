-- The days up to today that changed since they were settled, or never were, newest first. A day that was settled recently is
-- left out, whichever process settled it: so several consumers share the work.
with
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
        from changed_hours
        group by day
    ),
    settled_days as (
        select
            day,
            max(watermark) as settled_until
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
