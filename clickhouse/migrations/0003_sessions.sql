create table if not exists sessions
(
    site_id LowCardinality(String) comment 'Site',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id, at most 25 h before and 2 h after first_seen_at. Filter on it with this slack to read few rows' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'Id of the session (visit); with FINAL one row each' codec(ZSTD(1)),
    visitor_id SimpleAggregateFunction(min, UUID) comment 'Visitor' codec(ZSTD(1)),
    first_seen_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time of the first ping; the session counts in the period that contains this time' codec(T64, ZSTD(1)),
    last_seen_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last ping' codec(T64, ZSTD(1)),
    first_pageview_id SimpleAggregateFunction(min, UUID) comment 'Smallest id of its pageviews; equal to the largest when the session bounced' codec(ZSTD(1)),
    last_pageview_id SimpleAggregateFunction(max, UUID) comment 'Largest id of its pageviews' codec(ZSTD(1)),
    acquisition SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, source String, medium String, referrer String, utm_source String, utm_medium String, utm_campaign String, utm_term String, utm_content String, hostname String, entry_page String)) comment 'Source of the session: properties of its first ping, the smallest by time, then id. Select the columns below, not elements of the tuple: FINAL does not merge an element read alone' codec(ZSTD(3)),
    geography SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, ip String, country String, region String, city String, latitude Nullable(Float32), longitude Nullable(Float32))) comment 'Place of the visitor: properties of the first ping. Select the columns below, not elements of the tuple: FINAL does not merge an element read alone' codec(ZSTD(3)),
    device SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, browser String, browser_version String, os String, os_version String, device_type String)) comment 'Browser and device of the visitor: properties of the first ping. Select the columns below, not elements of the tuple: FINAL does not merge an element read alone' codec(ZSTD(3)),
    first_language SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, language String)) default (tupleElement(acquisition, 'pinged_at'), tupleElement(acquisition, 'ping_id'), '') comment 'Language that the browser prefers, such as de-AT; empty when unknown; of its first ping. Read language: FINAL does not merge a part of a tuple read by itself' codec(ZSTD(3)),
    first_screen SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, screen String)) default (tupleElement(acquisition, 'pinged_at'), tupleElement(acquisition, 'ping_id'), '') comment 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown; of its first ping. Read screen: FINAL does not merge a part of a tuple read by itself' codec(ZSTD(3)),
    -- ClickHouse compares UUIDs by their second half first, which loses the counter of a UUIDv7. As a number an id compares as its text does.
    first_view SimpleAggregateFunction(min, Tuple(pinged_at DateTime64(3, 'UTC'), pageview UInt128, entry_page String)) default (tupleElement(acquisition, 'pinged_at'), bitNot(toUInt128(0)), tupleElement(acquisition, 'entry_page')) comment 'Its first pageview: of those entered in one millisecond the one with the smallest id, which is here as a number. Read entry_page: FINAL does not merge a part of a tuple read by itself' codec(ZSTD(3)),
    duration_ms UInt64 alias toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at) comment 'Time from the first to the last ping, milliseconds',
    bounced Bool alias first_pageview_id = last_pageview_id comment 'Whether the session has exactly one pageview',
    source String alias tupleElement(acquisition, 'source') comment 'Source of the visit: a name (Google), a domain, or Direct',
    medium String alias tupleElement(acquisition, 'medium') comment 'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium',
    referrer String alias tupleElement(acquisition, 'referrer') comment 'Address of the page that led here',
    utm_source String alias tupleElement(acquisition, 'utm_source') comment 'Campaign tag utm_source',
    utm_medium String alias tupleElement(acquisition, 'utm_medium') comment 'Campaign tag utm_medium',
    utm_campaign String alias tupleElement(acquisition, 'utm_campaign') comment 'Campaign tag utm_campaign',
    utm_term String alias tupleElement(acquisition, 'utm_term') comment 'Campaign tag utm_term',
    utm_content String alias tupleElement(acquisition, 'utm_content') comment 'Campaign tag utm_content',
    hostname String alias tupleElement(acquisition, 'hostname') comment 'Host of the first page',
    entry_page String alias tupleElement(first_view, 'entry_page') comment 'Path of the first page',
    entry_referrer String alias tupleElement(acquisition, 'referrer') comment 'Address of the page that led to the first page; empty when none was sent',
    ip String alias tupleElement(geography, 'ip') comment 'IP address of the visitor, as IP_STORAGE keeps it',
    country String alias tupleElement(geography, 'country') comment 'ISO 3166-1 alpha-2 code; empty when unknown',
    region String alias tupleElement(geography, 'region') comment 'State or region; empty when unknown',
    city String alias tupleElement(geography, 'city') comment 'City; empty when unknown',
    latitude Nullable(Float32) alias tupleElement(geography, 'latitude') comment 'Degrees north; null when unknown',
    longitude Nullable(Float32) alias tupleElement(geography, 'longitude') comment 'Degrees east; null when unknown',
    browser String alias tupleElement(device, 'browser') comment 'Browser; empty when unknown',
    browser_version String alias tupleElement(device, 'browser_version') comment 'Version of the browser',
    os String alias tupleElement(device, 'os') comment 'Operating system; empty when unknown',
    os_version String alias tupleElement(device, 'os_version') comment 'Version of the operating system',
    device_type String alias tupleElement(device, 'device_type') comment 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown',
    language String alias tupleElement(first_language, 'language') comment 'Language that the browser prefers, such as de-AT; empty when unknown',
    screen String alias tupleElement(first_screen, 'screen') comment 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown',
    index first_seen_at_minmax first_seen_at type minmax granularity 1
)
engine = AggregatingMergeTree
partition by toYYYYMM(session_hour)
order by (site_id, session_hour, session_id)
settings index_granularity = 1024, non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, merge_selector_base = 20
comment 'One row per session, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the session, so a ping stored twice changes nothing';

-- Events change no session, pageview, visitor or title.
create materialized view if not exists sessions_from_pings to sessions as
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
    min((pinged_at, ping_id, screen)::Tuple(pinged_at DateTime64(3, 'UTC'), ping_id UUID, screen String)) as first_screen,
    min((pinged_at, toUInt128(pageview_id), page_path)::Tuple(pinged_at DateTime64(3, 'UTC'), pageview UInt128, entry_page String)) as first_view
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    session_hour,
    session_id
comment 'Fills sessions from each block inserted into pings'
