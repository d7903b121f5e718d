-- A stored bucket that is a whole bucket of the report is left to totals.counts.sql: the subquery behind `from` ends in a
-- `prewhere`, so that its state of visitors is not read. Of several sites, or over shards, the numbers of visitors do not add up.
select
    roundDown(toInt64(toUnixTimestamp(bucket_at)) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    views,
    0 as visitors_counted,
    visitors,
    sessions,
    bounces,
    duration_ms
from /* from: settled_totals */
  and not (
      {one_row_a_bucket:Bool}
      and has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(bucket_at)) * 1000)
      and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(bucket_at)) + minutes * 60) * 1000)
  )
