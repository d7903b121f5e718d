-- By site too, for exports of several.
select
    site_id,
    page_path,
    count() as views,
    countIf(is_first_view) as first_views,
    sum(pageview_rows.focus_time_ms) as focus_time_ms,
    sum(pageview_rows.scroll_depth) as scroll_depth
from /* from: pageviews */
group by
    site_id,
    page_path
