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
    -- A visitor is returning when it had a session before its first one in the period. A visitor first seen before the start
    -- had one: the session of that ping began before the start too. One first seen later had none, as every session begins
    -- with a ping. So the returning visitors are all but those first seen in the period, and these add up.
    period_newcomers as (
        select sum(visitors) as new_visitors
        from (
            /* rows: new_visitors */
        )
    )
select
    pageviews,
    unique_visitors,
    -- Large numbers of visitors are estimated; numbers of new visitors never are.
    if(unique_visitors > new_visitors, unique_visitors - new_visitors, 0) as returning_visitors,
    sessions,
    bounces,
    duration_ms
from period_totals, period_newcomers
