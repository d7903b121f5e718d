-- A stored bucket that is a whole bucket of the report gives its number of visitors, not their state: the subquery behind
-- `from` ends in a `prewhere`, so that the states of other buckets are not read. Of several sites the numbers do not add up.
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
      {one_site:Bool}
      and has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(bucket_at)) * 1000)
      and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(bucket_at)) + minutes * 60) * 1000)
  )
union all
select
    roundDown(toInt64(toUnixTimestamp(bucket_at)) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    views,
    visitor_count as visitors_counted,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    sessions,
    bounces,
    duration_ms
from /* from: settled_totals */
  and {one_site:Bool}
  and has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(bucket_at)) * 1000)
  and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(bucket_at)) + minutes * 60) * 1000)
