select
    roundDown(toUnixTimestamp64Milli(at), {bucket_starts:Array(Int64)}) as bucket,
    count() as views,
    0 as visitors_counted,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions,
    0 as bounces,
    0 as duration_ms
from visits
array join viewed_at as at
where site_id = {site_id:String}
  and /* within: slot, at */
  /* filter: properties */
group by bucket
union all
select
    roundDown(toUnixTimestamp64Milli(begun_at), {bucket_starts:Array(Int64)}) as bucket,
    0 as views,
    0 as visitors_counted,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    count() as sessions,
    countIf(bounced) as bounces,
    sum(visits.duration_ms) as duration_ms
from visits
where site_id = {site_id:String}
  and /* within: slot, begun_at */
  and begun_at != 0
  /* filter: properties */
group by bucket
