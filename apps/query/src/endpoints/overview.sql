with
    -- key_start and key_end bound the sort key, so that few rows are read; start and end are exact.
    period_pageviews as (
        select visitor_id
        from pageviews final
        where site_id = {site_id:String}
          and entered_hour >= {key_start:DateTime64(3, 'UTC')}
          and entered_hour < {key_end:DateTime64(3, 'UTC')}
          and entered_at >= {start:DateTime64(3, 'UTC')}
          and entered_at < {end:DateTime64(3, 'UTC')}
    ),
    pageview_totals as (
        select
            count() as pageviews,
            uniqExact(visitor_id) as unique_visitors
        from period_pageviews
    ),
    session_totals as (
        select
            count() as sessions,
            countIf(bounced) as bounces,
            sum(toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at)) as duration_ms
        from sessions final
        where site_id = {site_id:String}
          and session_hour >= {key_start:DateTime64(3, 'UTC')}
          and session_hour < {key_end:DateTime64(3, 'UTC')}
          and first_seen_at >= {start:DateTime64(3, 'UTC')}
          and first_seen_at < {end:DateTime64(3, 'UTC')}
    ),
    -- A visitor returned when it had a session before its first one in the period. Whoever was first seen before
    -- the start had one: the session of that ping began before the start too. Whoever was not had none,
    -- as every session begins with a ping. The two are the same.
    returning_totals as (
        select count() as returning_visitors
        from visitors final
        where site_id = {site_id:String}
          -- The time in an id is at most 10 minutes ahead of its first ping, and that one is before the end.
          and visitor_hour < {key_end:DateTime64(3, 'UTC')}
          and first_seen_at < {start:DateTime64(3, 'UTC')}
          and visitor_id in period_pageviews
    )
select
    pageviews,
    unique_visitors,
    returning_visitors,
    sessions,
    bounces,
    duration_ms
from pageview_totals, session_totals, returning_totals
-- The rows of an id share its hour, hence its partition: each partition is merged alone.
settings do_not_merge_across_partitions_select_final = 1
