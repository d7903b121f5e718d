select
    visitor_id,
    count() as views
from visits
array join viewed_at as at
where site_id = {site_id:String}
  and /* within: slot, at */
  /* filter: properties */
group by visitor_id
