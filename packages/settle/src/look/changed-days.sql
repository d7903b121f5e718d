-- As trust/changed-days.sql, of all sites and times.
select
    toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 as day,
    toUnixTimestamp64Milli(max(changed_by_day.changed_at)) as changed_at,
    toUnixTimestamp64Milli(max(changed_by_day.first_hours_changed_at)) as first_hours_changed_at,
    toUnixTimestamp64Milli(max(changed_by_day.late_at)) as late_at
from changed_by_day
group by day
settings max_threads = 1
