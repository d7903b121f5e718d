select
    browser,
    os,
    device_type,
    visits
from device_visits
where site_id = {site_id:String}
  and /* slots */
