-- The hours of the sessions that change-last-sessions.sql changed.
insert into changed_hours (site_id, session_hour, changed_at, late_at, last_ping_at)
select
    site_id,
    session_hour,
    max(changed_sessions.changed_at),
    0,
    0
from changed_sessions
where site_id = {site_id:String}
  and changed_from >= now('UTC') - interval 10 minute
group by
    site_id,
    session_hour
