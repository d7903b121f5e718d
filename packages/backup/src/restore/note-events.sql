-- A view notes their days from there.
insert into changed_events (site_id, day, session_hour, changed_at, last_ping_at)
select
    site_id,
    toDate(event_hour) as day,
    session_hour,
    now64(3, 'UTC') as changed_at,
    max(occurred_at) as last_ping_at
from events
group by
    site_id,
    day,
    session_hour
