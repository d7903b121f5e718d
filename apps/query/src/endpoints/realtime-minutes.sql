select
    intDiv(
        toUnixTimestamp64Milli({end:DateTime64(3, 'UTC')}) - toUnixTimestamp64Milli(pinged_at),
        60000
    ) as minutes_ago,
    uniqExact(visitor_id) as visitors
from pings
-- The same pings as in realtime.sql, of a longer window.
prewhere site_id in {sites:Array(String)}
  and pinged_at > {start:DateTime64(3, 'UTC')}
  and pinged_at <= {end:DateTime64(3, 'UTC')}
where drop_reason = ''
  and event = ''
  /* filter: pings */
group by minutes_ago
