select
    count() as views,
    max(word_count) as words,
    sum(focus_time_ms) as focus_time_ms_sum,
    sum(scroll_depth) as scroll_depth_sum,
    -- That came to a tenth of the page, to two tenths, ...
    [
        countIf(scroll_depth >= 10), countIf(scroll_depth >= 20), countIf(scroll_depth >= 30),
        countIf(scroll_depth >= 40), countIf(scroll_depth >= 50), countIf(scroll_depth >= 60),
        countIf(scroll_depth >= 70), countIf(scroll_depth >= 80), countIf(scroll_depth >= 90)
    ] as views_by_depth
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and /* within: slot, entered_at */
  /* filter: properties */
