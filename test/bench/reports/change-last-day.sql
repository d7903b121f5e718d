-- A busy site between two rebuilds of its last day: pings of sessions of the last eight minutes are stored again, and with them the
-- sessions change. So do some that were active earlier: h hours ago one in 50 h * h, as most sessions end within the hour. A ping
-- that is stored again changes no number.
insert into pings
select *
from pings
where site_id = {site_id:String}
  and type = 'engage'
  -- One that is a day late would change the days after it, too.
  and pinged_at >= greatest({end:DateTime64(3, 'UTC')}, now64(3, 'UTC')) - interval 23 hour
  and pinged_at < {end:DateTime64(3, 'UTC')}
  and (
      pinged_at >= {end:DateTime64(3, 'UTC')} - interval 8 minute
      or cityHash64(session_id) % 1000000 < 20000 / pow(greatest(1, dateDiff('second', pinged_at, {end:DateTime64(3, 'UTC')}) / 3600), 2)
  )
limit 1 by session_id
settings
    async_insert = 0,
    insert_deduplicate = 0
