select
    count() as views,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions,
    0 as bounces,
    0 as duration_ms
from pageviews final
where site_id = {site_id:String}
  and /* within: entered_hour, entered_at */
  /* filter: pageviews */
union all
select
    0 as views,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    count() as sessions,
    countIf(bounced) as bounces,
    toUInt64(sum(toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at))) as duration_ms
from sessions final
where site_id = {site_id:String}
  and /* within: session_hour, first_seen_at */
  /* filter: sessions */
