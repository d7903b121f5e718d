select
    {dimension:Identifier} as value,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces
from sessions final
where site_id = {site_id:String}
  and /* within: session_hour, first_seen_at */
  /* filter: sessions */
group by value
