select
    page_path,
    count() as views,
    countIf(previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0) as first_views,
    sum(pageviews_by_page.focus_time_ms) as focus_time_ms,
    sum(pageviews_by_page.scroll_depth) as scroll_depth
from pageviews_by_page
where site_id = {site_id:String}
  and /* within: slot, entered_at */
  /* filter: properties */
group by page_path
