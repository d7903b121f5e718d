alter table pings
    add column if not exists vitals Map(String, Float64)
        comment 'Web vitals of the pageview, those that the browser reported: lcp_ms, inp_ms, fcp_ms, ttfb_ms (milliseconds) and cls'
        codec(ZSTD(1))
        after word_count;

alter table pageviews
    add column if not exists vitals SimpleAggregateFunction(maxMap, Map(String, Float64))
        comment 'Web vitals that its pings reported, of each the largest value: empty when none was. One column, as most pageviews have none: an empty map takes a hundredth of a byte, and little time in merges'
        codec(ZSTD(1))
        after word_count,
    add column if not exists lcp_ms Nullable(UInt32)
        alias if(mapContains(vitals, 'lcp_ms'), toUInt32(vitals['lcp_ms']), null)
        comment 'Largest Contentful Paint in milliseconds; null when none was reported',
    add column if not exists inp_ms Nullable(UInt32)
        alias if(mapContains(vitals, 'inp_ms'), toUInt32(vitals['inp_ms']), null)
        comment 'Interaction to Next Paint in milliseconds; null when none was reported',
    add column if not exists fcp_ms Nullable(UInt32)
        alias if(mapContains(vitals, 'fcp_ms'), toUInt32(vitals['fcp_ms']), null)
        comment 'First Contentful Paint in milliseconds; null when none was reported',
    add column if not exists ttfb_ms Nullable(UInt32)
        alias if(mapContains(vitals, 'ttfb_ms'), toUInt32(vitals['ttfb_ms']), null)
        comment 'Time to First Byte in milliseconds; null when none was reported',
    add column if not exists cls Nullable(Float64)
        alias if(mapContains(vitals, 'cls'), vitals['cls'], null)
        comment 'Cumulative Layout Shift; null when none was reported',
    add column if not exists has_vitals Bool
        alias notEmpty(vitals)
        comment 'Whether any was reported';

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
    max(pings.word_count) as word_count,
    maxMap(pings.vitals) as vitals
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    session_hour,
    session_id,
    pageview_id;
