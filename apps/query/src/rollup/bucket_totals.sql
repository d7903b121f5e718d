-- Of a slot that is a whole bucket the number of visitors is enough.
select
    roundDown(toInt64(toUnixTimestamp(slot)) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    views,
    0 as visitors_counted,
    visitors,
    sessions,
    bounces,
    duration_ms
from totals
prewhere site_id = {site_id:String}
  and /* slots */
  and not (
      has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(slot)) * 1000)
      and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(slot)) + minutes * 60) * 1000)
  )
union all
select
    roundDown(toInt64(toUnixTimestamp(slot)) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    views,
    visitor_count as visitors_counted,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    sessions,
    bounces,
    duration_ms
from totals
prewhere site_id = {site_id:String}
  and /* slots */
  and has({bucket_starts:Array(Int64)}, toInt64(toUnixTimestamp(slot)) * 1000)
  and has({bucket_starts:Array(Int64)}, (toInt64(toUnixTimestamp(slot)) + minutes * 60) * 1000)
