select focus_time_ms
from pageviews final
where site_id = {site_id:String}
  and /* within: entered_hour, entered_at */
  and page_path = {page_path:String}
  /* filter: pageviews */
