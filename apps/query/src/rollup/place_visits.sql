select
    country,
    region,
    city,
    visits
from place_visits
where site_id = {site_id:String}
  and /* slots */
