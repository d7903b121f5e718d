select
    bucket,
    pageviews,
    unique_visitors,
    sessions
from
(
    select
        toDateTime(toStartOfDay(pinged_at), 'UTC') as bucket,
        count() as pageviews,
        uniqExact(visitor_id) as unique_visitors
    from pings
    where site_id = {site_id:String}
      and type = 'view'
      and pinged_at >= {start:DateTime64(3, 'UTC')}
      and pinged_at < {end:DateTime64(3, 'UTC')}
      /* filter */
    group by bucket
) as views
full join
(
    select
        toDateTime(toStartOfDay(first_ping), 'UTC') as bucket,
        count() as sessions
    from
    (
        select min(pinged_at) as first_ping
        from pings
        where site_id = {site_id:String}
          and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
          /* filter */
        group by session_id
        having first_ping >= {start:DateTime64(3, 'UTC')}
           and first_ping < {end:DateTime64(3, 'UTC')}
    )
    group by bucket
) as visits using bucket
order by bucket
