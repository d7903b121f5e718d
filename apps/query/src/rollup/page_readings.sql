-- Whole days come from the sums that the table keeps of them, its projection page_days.
select
    count() as views,
    max(word_count) as words,
    sum(focus_time_ms) as focus_time_ms_sum,
    sum(scroll_depth) as scroll_depth_sum,
    -- That came to a tenth of the page, to two tenths, ...
    sumForEach([
        scroll_depth >= 10, scroll_depth >= 20, scroll_depth >= 30,
        scroll_depth >= 40, scroll_depth >= 50, scroll_depth >= 60,
        scroll_depth >= 70, scroll_depth >= 80, scroll_depth >= 90
    ]) as views_by_depth
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and slot >= {slots_from:DateTime('UTC')}
  and slot < {slots_until:DateTime('UTC')}
