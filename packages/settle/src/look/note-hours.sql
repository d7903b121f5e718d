-- As the view that fills changed_by_day, of all hours: an insert that began before there was this view, or rows that were copied from
-- elsewhere.
insert into changed_by_day (day, changed_at, first_hours_changed_at, late_at)
select
    toDate(session_hour) as day,
    max(changed_hours.changed_at) as changed_at,
    maxIf(changed_hours.changed_at, session_hour < toStartOfDay(session_hour) + interval 2 hour) as first_hours_changed_at,
    max(changed_hours.late_at) as late_at
from changed_hours
group by day
settings max_threads = 1
