-- As trust/changed-events.sql, of all sites and times. Sessions count by their day: a day of events may be rebuilt though no session that
-- it names changed, but another one of that day.
with
    named_days as (
        select
            day,
            session_day,
            is_of_first_hours,
            max(changed_events_by_day.changed_at) as event_changed_at
        from changed_events_by_day
        group by
            day,
            session_day,
            is_of_first_hours
    ),
    session_days as (
        select
            changed_by_day.day as session_day,
            max(changed_by_day.changed_at) as any_changed_at,
            max(changed_by_day.first_hours_changed_at) as first_changed_at
        from changed_by_day
        group by session_day
    )
select
    toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 as day,
    toUnixTimestamp64Milli(max(greatest(event_changed_at, if(is_of_first_hours, first_changed_at, any_changed_at)))) as changed_at
from named_days
left join session_days using (session_day)
group by day
settings max_threads = 1
