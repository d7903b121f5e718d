select
    roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}) as bucket,
    count() as views,
    0 as visitors_counted,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions,
    0 as bounces,
    0 as duration_ms
from pageviews final
where site_id = {site_id:String}
  and /* within: entered_hour, entered_at */
  /* filter: pageviews */
group by bucket
union all
select
    roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}) as bucket,
    0 as views,
    0 as visitors_counted,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    count() as sessions,
    countIf(bounced) as bounces,
    toUInt64(sum(toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at))) as duration_ms
from sessions final
where site_id = {site_id:String}
  and /* within: session_hour, first_seen_at */
  /* filter: sessions */
group by bucket
