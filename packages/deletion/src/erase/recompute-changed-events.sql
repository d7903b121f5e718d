insert into changed_events (site_id, day, session_hour, changed_at, last_ping_at)
select
    site_id,
    toDate(event_hour) as day,
    session_hour,
    toDateTime64(0, 3, 'UTC'),
    max(occurred_at)
from events
where site_id = {site:String}
  and toDate(event_hour) in (select toDate(at) from deleting where what = 'event_hour')
group by
    site_id,
    day,
    session_hour
