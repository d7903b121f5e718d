select
    count() as views,
    max(word_count) as words,
    sum(focus_time_ms) as focus_time_ms_sum,
    sum(scroll_depth) as scroll_depth_sum,
    -- The number of views that reached a tenth of the page, two tenths, ...
    sumForEach([
        scroll_depth >= 10, scroll_depth >= 20, scroll_depth >= 30,
        scroll_depth >= 40, scroll_depth >= 50, scroll_depth >= 60,
        scroll_depth >= 70, scroll_depth >= 80, scroll_depth >= 90
    ]) as views_by_depth
from /* from: pageviews */
where page_path = {page_path:String}
