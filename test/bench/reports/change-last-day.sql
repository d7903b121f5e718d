-- A busy site between two rebuilds of its last day: the pings of the last eight minutes came after the watermark, and so did some
-- of visits that began hours ago. They are stored a second time, which changes no answer.
insert into pings
select *
from pings
where site_id = {site_id:String}
  and pinged_at < {end:DateTime64(3, 'UTC')}
  and (
      pinged_at >= {end:DateTime64(3, 'UTC')} - interval 8 minute
      or (pinged_at >= {end:DateTime64(3, 'UTC')} - interval 24 hour and cityHash64(session_id) % 500 = 0)
  )
settings
    async_insert = 0,
    insert_deduplicate = 0
