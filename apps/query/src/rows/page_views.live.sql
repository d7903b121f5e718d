-- A live pageview does not know whether its session viewed the page before: this follows from all views of its session in the
-- period. Only the first of them counts, and only in its own span, so that no view counts both here and in settled rows.
select
    site_id,
    page_path,
    sum(session_pages.views) as views,
    countIf(is_first_in_spans) as first_views,
    sum(session_pages.focus_time_ms) as focus_time_ms,
    sum(session_pages.scroll_depth) as scroll_depth
from (
    select
        any(pageview_rows.site_id) as site_id,
        page_path,
        countIf(is_in_spans) as views,
        argMin(is_in_spans, entered_at) as is_first_in_spans,
        sumIf(pageview_rows.focus_time_ms, is_in_spans) as focus_time_ms,
        sumIf(pageview_rows.scroll_depth, is_in_spans) as scroll_depth
    from /* from: session_pageviews */
    where entered_at >= {start:DateTime64(3, 'UTC')}
      and entered_at < {end:DateTime64(3, 'UTC')}
      and passes
    group by
        page_path,
        session
    having views > 0
) as session_pages
group by
    site_id,
    page_path
