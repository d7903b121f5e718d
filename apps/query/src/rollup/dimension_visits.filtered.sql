select
    {dimension:Identifier} as value,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces
from visits
where site_id = {site_id:String}
  and /* within: slot, begun_at */
  and begun_at != 0
  /* filter: properties */
group by value
