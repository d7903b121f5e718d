-- The stored buckets that are whole buckets of the report, whose numbers of visitors are known: totals.sums.sql leaves them out.
select
    roundDown(toInt64(toUnixTimestamp(bucket_at)) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    views,
    visitor_count as visitors_counted,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    sessions,
    bounces,
    duration_ms
from /* from: settled_totals */
  and {one_row_a_bucket:Bool}
  and has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(bucket_at)) * 1000)
  and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(bucket_at)) + minutes * 60) * 1000)
