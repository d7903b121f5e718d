select
    next_page,
    count() as views,
    countIf(previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0) as first_views,
    countIf(is_entry) as entries
from pageviews_by_page
where site_id = {site_id:String}
  and page_path = {page_path:String}
  and /* within: slot, entered_at */
  /* filter: properties */
group by next_page
