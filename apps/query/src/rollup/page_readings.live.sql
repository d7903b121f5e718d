select
    least(intDiv(scroll_depth, 10), 9) as scroll_band,
    count() as views,
    sum(focus_time_ms) as focus_time_ms_sum,
    sum(scroll_depth) as scroll_depth_sum,
    max(word_count) as words
from pageviews final
where site_id = {site_id:String}
  and /* within: entered_hour, entered_at */
  and page_path = {page_path:String}
  /* filter: pageviews */
group by scroll_band
