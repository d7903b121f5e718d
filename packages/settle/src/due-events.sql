-- As due.sql, for events: a day is stale when its events changed, or a session that one of them names.
with
    session_hours as (
        select
            site_id,
            session_hour,
            max(changed_hours.changed_at) as session_changed_at
        from changed_hours
        group by
            site_id,
            session_hour
    ),
    changed_days as (
        select
            day,
            max(greatest(changed_events.changed_at, session_changed_at)) as last_changed_at
        from changed_events
        left join session_hours using (site_id, session_hour)
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
where last_changed_at >= settled_until
  and day <= toDate(now('UTC') + toIntervalMillisecond({id_lead:UInt32}))
  and settled_until < now64(3, 'UTC') - toIntervalMillisecond({rest_ms:UInt32})
order by day desc
