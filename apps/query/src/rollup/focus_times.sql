select focus_time_ms
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and slot >= {slots_from:DateTime('UTC')}
  and slot < {slots_until:DateTime('UTC')}
