with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    period_totals as (
        select
            sum(views) as pageviews,
            distinct_in(uniqCombined64MergeState(17)(visitors)) as unique_visitors,
            sum(sessions) as sessions,
            sum(bounces) as bounces,
            sum(duration_ms) as duration_ms
        from (
            /* rows: totals */
        )
    ),
    -- A visitor is returning when it had a session before its first one in the period. A visitor first seen before the start
    -- had one: the session of that ping began before the start too. One first seen later had none, as every session begins
    -- with a ping. So the returning visitors are all but those first seen in the period.
    period_newcomers as (
        select distinct_in(uniqCombined64MergeState(17)(visitors)) as new_visitors
        from (
            /* rows: new_visitors */
        )
    )
select
    pageviews,
    unique_visitors,
    -- Both are counted in one way, so that equal sets have equal numbers.
    if(unique_visitors > new_visitors, unique_visitors - new_visitors, 0) as returning_visitors,
    sessions,
    bounces,
    duration_ms
from period_totals, period_newcomers
