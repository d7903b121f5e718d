-- Days are sums that the table keeps with its rows (its projection scroll_bands).
select
    least(intDiv(scroll_depth, 10), 9) as scroll_band,
    count() as views,
    sum(focus_time_ms) as focus_time_ms_sum,
    sum(scroll_depth) as scroll_depth_sum,
    max(word_count) as words
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and slot >= {slots_from:DateTime('UTC')}
  and slot < {slots_until:DateTime('UTC')}
group by scroll_band
