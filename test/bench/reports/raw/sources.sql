select
    source,
    medium,
    count() as visits,
    uniqExact(visitor_id) as unique_visitors,
    round(100 * countIf(first_view = last_view) / visits, 2) as bounce_rate
from
(
    select
        argMin(source, pinged_at) as source,
        argMin(medium, pinged_at) as medium,
        any(visitor_id) as visitor_id,
        min(pageview_id) as first_view,
        max(pageview_id) as last_view,
        min(pinged_at) as first_ping
    from pings
    where site_id = {site_id:String}
      and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
      and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
      /* filter */
    group by session_id
    having first_ping >= {start:DateTime64(3, 'UTC')}
       and first_ping < {end:DateTime64(3, 'UTC')}
)
group by
    source,
    medium
order by
    visits desc,
    source,
    medium
limit 20
