with
    view_totals as (
        select
            count() as pageviews,
            uniqExact(visitor_id) as unique_visitors
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and pinged_at >= {start:DateTime64(3, 'UTC')}
          and pinged_at < {end:DateTime64(3, 'UTC')}
          /* filter */
    ),
    returning_totals as (
        select uniqExact(visitor_id) as returning_visitors
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and pinged_at >= {start:DateTime64(3, 'UTC')}
          and pinged_at < {end:DateTime64(3, 'UTC')}
          /* filter */
          and visitor_id in (
              select visitor_id
              from pings
              where site_id = {site_id:String}
                and pinged_at < {start:DateTime64(3, 'UTC')}
          )
    ),
    session_totals as (
        select
            count() as sessions,
            countIf(first_view = last_view) as bounces,
            avg(toUnixTimestamp64Milli(last_ping) - toUnixTimestamp64Milli(first_ping)) as duration_ms
        from
        (
            select
                min(pinged_at) as first_ping,
                max(pinged_at) as last_ping,
                min(pageview_id) as first_view,
                max(pageview_id) as last_view
            from pings
            where site_id = {site_id:String}
              and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
              and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
              /* filter */
            group by session_id
            having first_ping >= {start:DateTime64(3, 'UTC')}
               and first_ping < {end:DateTime64(3, 'UTC')}
        )
    )
select
    pageviews,
    unique_visitors,
    sessions,
    round(100 * bounces / sessions, 2) as bounce_rate,
    round(duration_ms / 1000, 2) as avg_session_duration_seconds,
    round(pageviews / sessions, 2) as views_per_session,
    round(100 * returning_visitors / unique_visitors, 2) as returning_visitor_percentage
from view_totals, returning_totals, session_totals
