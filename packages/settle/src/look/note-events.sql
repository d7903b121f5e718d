-- As the view that fills changed_events_by_day, of all events.
insert into changed_events_by_day (site_id, day, session_day, is_of_first_hours, changed_at)
select
    site_id,
    day,
    toDate(session_hour) as session_day,
    session_hour < toStartOfDay(session_hour) + interval 2 hour as is_of_first_hours,
    max(changed_events.changed_at) as changed_at
from changed_events
group by
    site_id,
    day,
    session_day,
    is_of_first_hours
settings max_threads = 1
