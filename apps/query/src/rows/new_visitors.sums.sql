-- As new_visitors.sql, by whole days: their projection has no times.
select
    roundDown(toInt64(toUnixTimestamp(toDateTime(day, 'UTC'))) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    uniqCombined64State(17)(visitor_id) as visitors
from /* from: visitors */
group by bucket
