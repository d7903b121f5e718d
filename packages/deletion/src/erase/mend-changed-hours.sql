-- The time of the last ping, from the sessions that remain. Both other times are left as they are: nothing is smaller than 0.
insert into changed_hours (site_id, session_hour, changed_at, late_at, last_ping_at)
select
    site_id,
    session_hour,
    toDateTime64(0, 3, 'UTC'),
    toDateTime64(0, 3, 'UTC'),
    max(last_seen_at)
from sessions
where site_id = {site:String}
  and session_hour in (select toDateTime(at, 'UTC') from deleting where what = 'hour')
group by
    site_id,
    session_hour
