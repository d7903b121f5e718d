-- When the events of each day last changed, or the sessions that one of them names: a session's properties are those of its
-- events too.
with
    event_days as (
        select
            day,
            session_day,
            max(changed_days.changed_at) as event_changed_at
        from changed_days
        where fact = 'event'
          and ({every_site:Bool} or site_id in {sites:Array(String)})
          and day >= {first_day:Date}
          and day <= {last_day:Date}
        group by
            day,
            session_day
    ),
    session_days as (
        select
            day as session_day,
            max(changed_days.changed_at) as session_changed_at
        from changed_days
        where fact = 'session'
          and ({every_site:Bool} or site_id in {sites:Array(String)})
          and day in (select session_day from event_days)
        group by session_day
    )
select
    toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 as at,
    toUnixTimestamp64Milli(max(greatest(event_changed_at, session_changed_at))) as changed_at
from event_days
left join session_days using (session_day)
group by day
settings max_threads = 1
