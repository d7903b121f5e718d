select
    country,
    region,
    city,
    count() as visits
from sessions final
where site_id = {site_id:String}
  and session_hour >= /* from */ - interval 25 hour
  and session_hour < /* until */ + interval 10 minute
  and first_seen_at >= /* from */
  and first_seen_at < /* until */
  and /* from */ < /* until */
  /* filter: sessions */
group by
    country,
    region,
    city
