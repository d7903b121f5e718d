select
    entered_at,
    previous_at,
    is_entry,
    next_page,
    focus_time_ms,
    scroll_depth,
    word_count
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and /* within: slot, entered_at */
  /* filter: properties */
