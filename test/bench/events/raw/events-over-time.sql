select
    toDateTime(toStartOfDay(pinged_at), 'UTC') as bucket,
    count() as events,
    uniqExact(visitor_id) as unique_visitors
from pings
where site_id = {site_id:String}
  and event != ''
  and pinged_at >= {start:DateTime64(3, 'UTC')}
  and pinged_at < {end:DateTime64(3, 'UTC')}
group by bucket
order by bucket
