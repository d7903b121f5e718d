-- Whole days come from the sums that the table keeps of them, its projection next_pages.
select
    next_page,
    count() as views,
    countIf(previous_at = 0) as first_views,
    countIf(is_entry) as entries
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and slot >= {slots_from:DateTime('UTC')}
  and slot < {slots_until:DateTime('UTC')}
group by next_page
union all
-- Sessions that viewed the page before the period, too. A session's views lie within a day and ten minutes.
select
    next_page,
    0 as views,
    count() as first_views,
    0 as entries
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and slot >= {slots_from:DateTime('UTC')}
  and slot < {slots_until:DateTime('UTC')}
  and slot < {start:DateTime64(3, 'UTC')} + interval 1450 minute
  and previous_at != 0
  and previous_at < {start:DateTime64(3, 'UTC')}
group by next_page
