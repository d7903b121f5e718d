select
    source,
    medium,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces
from sessions final
where site_id = {site_id:String}
  and session_hour >= /* from */ - interval 25 hour
  and session_hour < /* until */ + interval 10 minute
  and first_seen_at >= /* from */
  and first_seen_at < /* until */
  and /* from */ < /* until */
  /* filter: sessions */
group by
    source,
    medium
