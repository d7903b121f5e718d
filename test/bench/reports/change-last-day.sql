-- A busy site between two rebuilds of its last day: pings of sessions of the last eight minutes are stored again, which changes the
-- sessions but no number. So are some of sessions that were active h hours ago, one in 50 h * h, because most sessions end within the hour.
insert into pings
select *
from pings
where site_id = {site_id:String}
  and type = 'engage'
  -- A ping a day late would also change the following days.
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
