-- The buckets that are not empty. Their starts, milliseconds since 1970, are a parameter.
select
    bucket as start_ms,
    sum(event_buckets.events) as events,
    uniqCombined64Merge(17)(visitors) as unique_visitors
from (
    /* rows: event_buckets */
) as event_buckets
group by bucket
