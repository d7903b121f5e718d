alter table pings
    add column if not exists event LowCardinality(String) comment 'Name of the event; empty for a view or engage' codec(ZSTD(1)) after type,
    add column if not exists event_id String comment 'Id of the event, chosen by the sender: events of a site with the same id are one. Empty when none was sent' codec(ZSTD(3)) after event,
    add column if not exists props Map(LowCardinality(String), String) comment 'Properties of the event' codec(ZSTD(3)) after event_id,
    add column if not exists amount Decimal(18, 4) comment 'Revenue of the event, negative for a refund; 0 without currency when none was sent' codec(ZSTD(1)) after props,
    add column if not exists currency LowCardinality(String) comment 'ISO 4217 code of the currency of amount; empty when no revenue was sent' codec(ZSTD(1)) after amount,
    modify column type comment 'view: a page was entered. engage: the page is still open, or was left. event: something happened; it is stored as view, with its name in event';

-- Events change no pageview, session, visitor or title, and no settled day of them.
alter table sessions_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    session_id,
    min(pings.visitor_id) as visitor_id,
    min(pinged_at) as first_seen_at,
    max(pinged_at) as last_seen_at,
    min(pageview_id) as first_pageview_id,
    max(pageview_id) as last_pageview_id,
    -- The tuples begin with time and id, so the smallest is that of the first ping, in whatever order pings arrive.
    min((pinged_at, ping_id, source, medium, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content, hostname, page_path)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, source String, medium String, referrer String, utm_source String, utm_medium String, utm_campaign String, utm_term String, utm_content String, hostname String, entry_page String)) as acquisition,
    min((pinged_at, ping_id, ip, country, region, city, latitude, longitude)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, ip String, country String, region String, city String, latitude Nullable(Float32), longitude Nullable(Float32))) as geography,
    min((pinged_at, ping_id, browser, browser_version, os, os_version, device_type)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, browser String, browser_version String, os String, os_version String, device_type String)) as device,
    min((pinged_at, ping_id, language)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, language String)) as first_language,
    min((pinged_at, ping_id, screen)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, screen String)) as first_screen
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    session_hour,
    session_id;

alter table pageviews_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    session_id,
    pageview_id,
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
  and event = ''
group by
    site_id,
    session_hour,
    session_id,
    pageview_id;

alter table visitors_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as visitor_hour,
    visitor_id,
    min(pinged_at) as first_seen_at
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    visitor_hour,
    visitor_id;

alter table page_titles_from_pings modify query
select
    site_id,
    page_path,
    max(if(
        page_title = '',
        (toDateTime64(0, 3, 'UTC'), ''),
        (pinged_at, page_title)
    )::Tuple(pinged_at DateTime64(3, 'UTC'), text String)) as title
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    page_path;

alter table changed_hours_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    max(now64(3, 'UTC')) as changed_at,
    max(if(now64(3, 'UTC') >= pinged_at + interval 24 hour, now64(3, 'UTC'), toDateTime64(0, 3, 'UTC'))) as late_at,
    max(pinged_at) as last_ping_at
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    session_hour;

alter table changed_sessions_from_pings modify query
select
    site_id,
    toStartOfFiveMinutes(now('UTC')) as changed_from,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    session_id,
    visitor_id,
    max(now64(3, 'UTC')) as changed_at
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    changed_from,
    session_hour,
    session_id,
    visitor_id
