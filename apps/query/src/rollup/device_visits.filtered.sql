select
    browser,
    os,
    device_type,
    count() as visits
from visits
where site_id = {site_id:String}
  and /* within: slot, begun_at */
  and begun_at != 0
  /* filter: properties */
group by
    browser,
    os,
    device_type
