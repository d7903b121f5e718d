with
    period_totals as (
        select
            sum(views) as pageviews,
            uniqCombined64Merge(17)(visitors) as unique_visitors,
            sum(sessions) as sessions,
            sum(bounces) as bounces,
            sum(duration_ms) as duration_ms
        from (
            /* rows: totals */
        )
    ),
    -- A visitor returned when it had a session before its first one in the period. Whoever was first seen before the start
    -- had one: the session of that ping began before the start too. Whoever was not had none, as every session begins with
    -- a ping. So all are returning but those that were first seen in the period, and these add up.
    period_newcomers as (
        select sum(visitors) as new_visitors
        from (
            /* rows: new_visitors */
        )
    )
select
    pageviews,
    unique_visitors,
    -- Of many visitors the number is an estimate, that of new ones never.
    if(unique_visitors > new_visitors, unique_visitors - new_visitors, 0) as returning_visitors,
    sessions,
    bounces,
    duration_ms
from period_totals, period_newcomers
