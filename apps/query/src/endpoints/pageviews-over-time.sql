-- The buckets that are not empty. Their starts, milliseconds since 1970, are a parameter.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors_counted) + distinct_in(uniqCombined64MergeState(17)(visitors)) as unique_visitors,
    sum(sessions) as sessions,
    sum(bounces) as bounces,
    sum(duration_ms) as duration_ms
from (
    /* rows: totals */
)
group by bucket
