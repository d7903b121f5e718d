-- As the view that fills changed_events_by_day, of all events.
insert into changed_events_by_day (site_id, day, session_day, is_first_hour, changed_at)
select
    site_id,
    day,
    toDate(session_hour) as session_day,
    session_hour = toStartOfDay(session_hour) as is_first_hour,
    max(changed_events.changed_at) as changed_at
from changed_events
group by
    site_id,
    day,
    session_day,
    is_first_hour
settings max_threads = 1
