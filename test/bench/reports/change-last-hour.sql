-- The last hour's pings once more: they change no answer, but their sessions are now changed ones, as those of the last hour are
-- on a busy site, and no report reads these from what is settled.
insert into pings
select *
from pings
where site_id = {site_id:String}
  and pinged_at >= {end:DateTime64(3, 'UTC')} - interval 1 hour
  and pinged_at < {end:DateTime64(3, 'UTC')}
