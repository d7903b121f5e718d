-- Views before the stretch. A session that goes on into it has viewed a page once, not once before and once within: those
-- within count first views of all, so whoever viewed the page before the stretch began counts here, and nobody twice.
select
    page_path,
    sum(head.views) as views,
    uniqExact(session_id) as first_views,
    sum(head.focus_time_ms) as focus_time_ms,
    sum(head.scroll_depth) as scroll_depth,
    sortable(max(head.title)) as title
from (
    select
        page_path,
        session_id,
        1 as views,
        pageviews.focus_time_ms,
        pageviews.scroll_depth,
        pageviews.title
    from pageviews final
    where site_id = {site_id:String}
      and entered_hour >= /* from */ - interval 25 hour
      and entered_hour < /* until */ + interval 10 minute
      and entered_at >= /* from */
      and entered_at < /* until */
      and /* from */ < /* until */
    union all
    select
        page_path,
        session_id,
        0 as views,
        0 as focus_time_ms,
        0 as scroll_depth,
        (toDateTime64(0, 3, 'UTC'), '')::Tuple(pinged_at DateTime64(3, 'UTC'), text String) as title
    from carried_views
    where site_id = {site_id:String}
      and slot = toDateTime(rolled_from, 'UTC')
      and edge = 'begin'
      and next_at < {end:DateTime64(3, 'UTC')}
) as head
group by page_path
