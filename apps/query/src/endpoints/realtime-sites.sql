select
    site_id,
    uniqExact(visitor_id) as active_visitors
from pings
-- The same pings as in realtime.sql.
prewhere site_id in {sites:Array(String)}
  and pinged_at > {start:DateTime64(3, 'UTC')}
  and pinged_at <= {end:DateTime64(3, 'UTC')}
where drop_reason = ''
  and event = ''
  /* filter: pings */
group by site_id
order by
    active_visitors desc,
    site_id
