select focus_time_ms
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and /* within: slot, entered_at */
  /* filter: properties */
