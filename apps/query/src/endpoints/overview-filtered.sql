with
    period_visitors as (
        select
            visitor_id,
            sum(visitor_views.views) as views
        from (
            /* rows: visitor_views */
        ) as visitor_views
        group by visitor_id
    ),
    period_newcomers as (
        select
            visitor_id,
            true as is_new
        from visitors final
        where site_id = {site_id:String}
          -- The time in an id is at most 10 minutes ahead of its first ping. key_end bounds the sort key, so that few rows
          -- are read.
          and visitor_hour < {key_end:DateTime64(3, 'UTC')}
          and first_seen_at >= {start:DateTime64(3, 'UTC')}
    ),
    -- A visitor returned when it had a session before its first one in the period. Whoever was first seen before
    -- the start had one: the session of that ping began before the start too. Whoever was not had none,
    -- as every session begins with a ping. So all are returning but those that were first seen since the start, of whom there
    -- are fewer than of all time. The join hashes the visitors of the period alone.
    visitor_totals as (
        select
            sum(views) as pageviews,
            count() as unique_visitors,
            countIf(not is_new) as returning_visitors
        from period_newcomers
        right any join period_visitors using visitor_id
    ),
    period_sessions as (
        select
            sum(session_totals.sessions) as sessions,
            sum(session_totals.bounces) as bounces,
            sum(session_totals.duration_ms) as duration_ms
        from (
            /* rows: session_totals */
        ) as session_totals
    )
select
    pageviews,
    unique_visitors,
    returning_visitors,
    sessions,
    bounces,
    duration_ms
from visitor_totals, period_sessions
-- The rows of an id share its hour, hence its partition: each partition is merged alone.
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0
