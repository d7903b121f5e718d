-- The buckets that are not empty. Their starts, milliseconds since 1970, are a parameter.
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors_counted) + uniqCombined64Merge(17)(visitors) as unique_visitors,
    sum(sessions) as sessions,
    sum(bounces) as bounces,
    sum(duration_ms) as duration_ms
from (
    /* rows: totals */
)
group by bucket
