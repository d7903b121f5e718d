create or replace view {bi}.pages_daily
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day',
    page_path LowCardinality(String) comment 'Path of the page',
    views UInt64 comment 'Pageviews entered on the day',
    focus_time_ms UInt64 comment 'Sum of the focus times of these pageviews, milliseconds',
    scroll_depth_sum UInt64 comment 'Sum of the scroll depths of these pageviews, percent: divide by views'
)
definer = {definer} sql security definer
as
with
    /* stale days: settled_pageviews */
-- First the stale days, so that the settled ones are at least as new as the watermarks behind stale_days.
select
    site_id,
    date,
    page_path,
    count() as views,
    sum(focus_time_ms) as focus_time_ms,
    sum(scroll_depth) as scroll_depth_sum
from {bi}.pageviews
where date in stale_days
group by
    site_id,
    date,
    page_path
union all
select
    site_id,
    day as date,
    page_path,
    count() as views,
    sum(focus_time_ms) as focus_time_ms,
    sum(scroll_depth) as scroll_depth_sum
from {database}.settled_pageviews
where site_id != ''
  and day not in stale_days
group by
    site_id,
    day,
    page_path
comment 'Pageviews by page and UTC day. All numbers add up'
