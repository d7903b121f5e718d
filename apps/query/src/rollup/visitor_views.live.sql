select
    visitor_id,
    count() as views
from pageviews final
where site_id = {site_id:String}
  and /* within: entered_hour, entered_at */
  /* filter: pageviews */
group by visitor_id
