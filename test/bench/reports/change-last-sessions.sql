-- A busy site between two rebuilds of its last day: sessions of the last eight minutes got pings after the watermark, and so did
-- some that began hours ago.
insert into changed_sessions (site_id, changed_from, session_hour, session_id, visitor_id, changed_at)
select
    site_id,
    toStartOfFiveMinutes(now('UTC')),
    session_hour,
    session_id,
    visitor_id,
    now64(3, 'UTC')
from sessions final
where site_id = {site_id:String}
  and last_seen_at < {end:DateTime64(3, 'UTC')}
  and (
      last_seen_at >= {end:DateTime64(3, 'UTC')} - interval 8 minute
      or (last_seen_at >= {end:DateTime64(3, 'UTC')} - interval 24 hour and cityHash64(session_id) % 500 = 0)
  )
