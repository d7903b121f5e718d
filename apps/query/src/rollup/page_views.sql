select
    page_path,
    views,
    first_views,
    focus_time_ms,
    scroll_depth
from page_views
where site_id = {site_id:String}
  and /* slots */
