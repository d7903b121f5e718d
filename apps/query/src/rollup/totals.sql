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
where /* quarter slots */
  and not whole_bucket(slot, minutes)
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
where /* quarter slots */
  and whole_bucket(slot, minutes)
