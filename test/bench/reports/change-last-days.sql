-- The days of the sessions that change-last-sessions.sql changed.
insert into changed_days (fact, site_id, day, changed_at)
select
    arrayJoin(['session', 'visitor', 'path']) as fact,
    site_id,
    toDate(session_hour) as day,
    max(changed_sessions.changed_at)
from changed_sessions
where site_id = {site_id:String}
  and changed_from >= now('UTC') - interval 10 minute
group by
    fact,
    site_id,
    day
