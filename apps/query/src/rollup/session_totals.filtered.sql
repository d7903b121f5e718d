select
    count() as sessions,
    countIf(bounced) as bounces,
    sum(visits.duration_ms) as duration_ms
from visits
where site_id = {site_id:String}
  and /* within: slot, begun_at */
  and begun_at != 0
  /* filter: properties */
