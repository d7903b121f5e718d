-- A live pageview does not know whether its session viewed the page before: all views of the period of its session tell. The
-- first of them counts where it is asked for, so that none counts here and among the settled rows.
select
    page_path,
    sum(session_pages.views) as views,
    countIf(is_first_asked) as first_views,
    sum(session_pages.focus_time_ms) as focus_time_ms,
    sum(session_pages.scroll_depth) as scroll_depth
from (
    select
        page_path,
        countIf(is_asked) as views,
        argMin(is_asked, entered_at) as is_first_asked,
        sumIf(pageview_rows.focus_time_ms, is_asked) as focus_time_ms,
        sumIf(pageview_rows.scroll_depth, is_asked) as scroll_depth
    from /* from: session_pageviews */
    where entered_at >= {start:DateTime64(3, 'UTC')}
      and entered_at < {end:DateTime64(3, 'UTC')}
      and passes
    group by
        page_path,
        session_id
    having views > 0
) as session_pages
group by page_path
