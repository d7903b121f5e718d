-- Sites that were there before: all their hours count as touched until they are rolled up. Nothing is done where the view
-- has told of later pings already (greatest wins), so running it twice does no harm: hence no "if not exists".
insert into touched_hours
select
    site_id,
    session_hour + toIntervalHour(arrayJoin(range(-1, 26))) as hour,
    now64(3, 'UTC') as stored_at,
    toDateTime64(0, 3, 'UTC') as late_at,
    max(last_seen_at) as last_ping_at
from sessions
group by
    site_id,
    session_hour
