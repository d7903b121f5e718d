-- The time of the last ping of each day, from the remaining sessions and events, as a row of changed_days. A session has pings on the day of
-- its id, or the next to it.
select
    'ping' as fact,
    {site:String} as site_id,
    toDate(at) as day,
    toDateTime64(0, 3, 'UTC') as changed_at,
    max(at) as last_ping_at
from (
    select last_seen_at as at
    from sessions
    where site_id = {site:String}
      and toDate(session_hour) in (select toDate(at) + arrayJoin([-1, 0, 1]) from deleting where what = 'day' and name = 'changed_days')
    union all
    select occurred_at
    from events
    where site_id = {site:String}
      and toDate(event_hour) in (select toDate(at) from deleting where what = 'day' and name = 'changed_days')
)
group by day
