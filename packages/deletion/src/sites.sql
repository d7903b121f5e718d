select distinct site_id
from (
    select site_id from changed_days
    union all
    select site_id from changed_events
    union all
    select site_id from pings
    union all
    select site_id from sessions
    union all
    select site_id from settled_sessions
    union all
    select site_id from dead_letters
)
where site_id != ''
order by site_id
