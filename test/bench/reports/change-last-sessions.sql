-- A busy site between two rebuilds of its last day: sessions of the last eight minutes got pings after the watermark. So did some
-- that began earlier: of those that began h hours ago one in 50 h * h, as most sessions end within the hour.
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
      or (
          first_seen_at >= {end:DateTime64(3, 'UTC')} - interval 24 hour
          and cityHash64(session_id) % 1000000 < 20000 / pow(greatest(1, dateDiff('second', first_seen_at, {end:DateTime64(3, 'UTC')}) / 3600), 2)
      )
  )
