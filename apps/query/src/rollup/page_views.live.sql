select
    page_path,
    count() as views,
    uniqExact(session_id) as first_views,
    sum(pageviews.focus_time_ms) as focus_time_ms,
    sum(pageviews.scroll_depth) as scroll_depth
from pageviews final
where site_id = {site_id:String}
  and /* within: entered_hour, entered_at */
  /* filter: pageviews */
group by page_path
