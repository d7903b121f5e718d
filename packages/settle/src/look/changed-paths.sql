-- As trust/changed-paths.sql, of all sites and times.
with
    named_days as (
        select
            session_day,
            is_of_first_hours,
            greatest(
                max(changed_events_by_day.changed_at),
                max(maxIf(changed_events_by_day.changed_at, session_day = toDate(0))) over (partition by site_id, day)
            ) as event_changed_at
        from changed_events_by_day
        group by
            site_id,
            day,
            session_day,
            is_of_first_hours
    )
select
    toUnixTimestamp(toDateTime(session_day, 'UTC')) * 1000 as day,
    toUnixTimestamp64Milli(max(event_changed_at)) as changed_at,
    toUnixTimestamp64Milli(maxIf(event_changed_at, is_of_first_hours)) as first_hours_changed_at
from named_days
where session_day > toDate(0)
group by session_day
settings max_threads = 1
