select
    page_path,
    argMax(title, entered_at) as page_title,
    count() as views,
    uniqExact(session_id) as unique_views,
    round(avg(focus)) as avg_focus_time_ms,
    round(avg(scroll), 2) as avg_scroll_depth
from
(
    select
        any(page_path) as page_path,
        any(page_title) as title,
        any(session_id) as session_id,
        min(pinged_at) as entered_at,
        max(focus_time_ms) as focus,
        max(scroll_depth) as scroll
    from pings
    where site_id = {site_id:String}
      and pinged_at >= {start:DateTime64(3, 'UTC')}
      and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
      /* filter */
    group by pageview_id
    having entered_at < {end:DateTime64(3, 'UTC')}
       -- Sessions that began before the start sent their first ping then.
       and countIf(type = 'view') > 0
)
group by page_path
order by
    views desc,
    page_path
limit 20
