-- Swapped at once: no insert finds the table without its view, as it might if the view was dropped and made again.
alter table pageviews_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(pageview_id, 'UTC')) as entered_hour,
    pageview_id,
    min(pings.session_id) as session_id,
    min(pings.visitor_id) as visitor_id,
    min(pings.page_path) as page_path,
    max(if(
        page_title = '',
        (toDateTime64(0, 3, 'UTC'), ''),
        (pinged_at, page_title)
    )::Tuple(pinged_at DateTime64(3, 'UTC'), text String)) as title,
    max(pings.referrer) as referrer,
    min(pinged_at) as entered_at,
    max(pinged_at) as exited_at,
    max(pings.focus_time_ms) as focus_time_ms,
    max(pings.scroll_depth) as scroll_depth,
    max(pings.word_count) as word_count
from pings
where drop_reason = ''
group by
    site_id,
    entered_hour,
    pageview_id
