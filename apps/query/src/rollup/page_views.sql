select
    page_path,
    sum(page_views.views) as views,
    sum(page_views.first_views) as first_views,
    sum(page_views.focus_time_ms) as focus_time_ms,
    sum(page_views.scroll_depth) as scroll_depth,
    max(page_views.title) as title
from page_views
where /* slots */
group by page_path
