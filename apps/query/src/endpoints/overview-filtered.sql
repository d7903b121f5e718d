with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    period_visitors as (
        select
            visitor_id,
            sum(visitor_views.views) as views
        from (
            /* rows: visitor_views */
        ) as visitor_views
        group by visitor_id
    ),
    -- A visitor is returning when it had a session before its first one in the period. A visitor first seen before the start
    -- had one: the session of that ping began before the start too. One first seen later had none, as every session begins
    -- with a ping. A visitor with a younger id is new, unless its clock was fast (early_visitors); the others are looked up among
    -- those first seen since the start.
    period_newcomers as (
        select
            visitor_id,
            true as is_new
        from visitors
        where site_id in {sites:Array(String)}
          and visitor_hour < {start:DateTime64(3, 'UTC')} + toIntervalMillisecond({id_lead:UInt32})
          and cityHash64(visitor_id) in (
              select cityHash64(visitor_id)
              from visitors
              where site_id in {sites:Array(String)}
                and visitor_hour < {start:DateTime64(3, 'UTC')} + toIntervalMillisecond({id_lead:UInt32})
                and first_seen_at >= {start:DateTime64(3, 'UTC')}
          )
        group by visitor_id
        having min(first_seen_at) >= {start:DateTime64(3, 'UTC')}
    ),
    -- Younger ids that came before the start: few.
    early_visitors as (
        select visitor_id
        from visitors
        where site_id in {sites:Array(String)}
          and visitor_hour >= {start:DateTime64(3, 'UTC')} + toIntervalMillisecond({id_lead:UInt32})
          and first_seen_at < {start:DateTime64(3, 'UTC')}
    ),
    -- The join hashes only new visitors with old ids, who are few.
    visitor_totals as (
        select
            sum(views) as pageviews,
            distinct_in(uniqCombined64State(17)(visitor_id)) as unique_visitors,
            distinct_in(uniqCombined64StateIf(17)(
                visitor_id,
                visitor_id not in (select visitor_id from early_visitors)
                and (
                    is_new
                    or toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) >= {start:DateTime64(3, 'UTC')} + toIntervalMillisecond({id_lead:UInt32})
                )
            )) as new_visitors
        from period_visitors
        left any join period_newcomers using visitor_id
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
    if(unique_visitors > new_visitors, unique_visitors - new_visitors, 0) as returning_visitors,
    sessions,
    bounces,
    duration_ms
from visitor_totals, period_sessions
