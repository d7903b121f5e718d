-- Days are sums that the table keeps with its rows (its projection next_pages).
select
    next_page,
    count() as views,
    countIf(previous_at = 0) as first_views,
    countIf(is_entry) as entries,
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
  and slot >= {slots_from:DateTime('UTC')}
  and slot < {slots_until:DateTime('UTC')}
group by next_page
union all
-- Sessions that viewed the page before the period, too. Their views of a page lie within a day.
select
    next_page,
    0 as views,
    count() as first_views,
    0 as entries,
    0 as words,
    0 as focus_time_ms_sum,
    0 as scroll_depth_sum,
    emptyArrayUInt64() as views_by_depth
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and slot >= {slots_from:DateTime('UTC')}
  and slot < least({slots_until:DateTime('UTC')}, {slots_from:DateTime('UTC')} + interval 2 day)
  and previous_at != 0
  and previous_at < {start:DateTime64(3, 'UTC')}
group by next_page
