select
    count() as sessions,
    countIf(bounced) as bounces,
    toUInt64(sum(toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at))) as duration_ms
from sessions final
where site_id = {site_id:String}
  and /* within: session_hour, first_seen_at */
  /* filter: sessions */
