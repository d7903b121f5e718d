select
    country,
    region,
    city,
    count() as visits
from sessions final
where site_id = {site_id:String}
  and /* within: session_hour, first_seen_at */
  /* filter: sessions */
group by
    country,
    region,
    city
