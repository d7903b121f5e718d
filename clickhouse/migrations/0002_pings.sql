create table if not exists pings
(
    row_version UInt8 comment 'Row version of the message (packages/ping/src/fields.ts)',
    ping_id UUID comment 'Assigned once, when ingest received the ping: a row stored twice has the same id. Ordered within one ingest process' codec(ZSTD(3)),
    site_id LowCardinality(String) comment 'The site that the ping was sent for',
    type Enum8('view' = 1, 'engage' = 2) comment 'view: a page was entered. engage: the page is still open, or was left. event: something happened; it is stored as view, with its name in event',
    event LowCardinality(String) comment 'Name of the event; empty for a view or engage' codec(ZSTD(1)),
    event_id String comment 'Id of the event, chosen by the sender: events of a site with the same id are one. Empty when none was sent' codec(ZSTD(3)),
    props Map(LowCardinality(String), String) comment 'Properties of the event' codec(ZSTD(3)),
    amount Decimal(18, 4) comment 'Revenue of the event, negative for a refund; 0 without currency when none was sent' codec(ZSTD(1)),
    currency LowCardinality(String) comment 'ISO 4217 code of the currency of amount; empty when no revenue was sent' codec(ZSTD(1)),
    pinged_at DateTime64(3, 'UTC') comment 'When it happened: the time of receipt, or the time named by a sender with the key' codec(Delta(8), ZSTD(1)),
    received_at DateTime64(3, 'UTC') comment 'When ingest received it' codec(Delta(8), ZSTD(1)),
    visitor_id UUID comment 'The visitor: UUIDv7 from the tracker, or derived by ingest' codec(ZSTD(1)),
    session_id UUID comment 'The session (visit): UUIDv7 from the tracker, or derived by ingest' codec(ZSTD(1)),
    pageview_id UUID comment 'The pageview: UUIDv7 from the tracker, or derived by ingest' codec(ZSTD(1)),
    hostname LowCardinality(String) comment 'Host of the page, lower-case; empty when only a path was sent' codec(ZSTD(1)),
    page_path String comment 'Path of the page: percent-decoded, with leading slash, without query, fragment and trailing slash' codec(ZSTD(3)),
    page_title String comment 'Title of the page' codec(ZSTD(3)),
    referrer String comment 'Address of the page that led here, as sent' codec(ZSTD(3)),
    source LowCardinality(String) comment 'Where the visit came from: a name (Google), a domain, or Direct' codec(ZSTD(1)),
    medium LowCardinality(String) comment 'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the tagged one' codec(ZSTD(1)),
    utm_source LowCardinality(String) comment 'Campaign tag utm_source, as sent' codec(ZSTD(1)),
    utm_medium LowCardinality(String) comment 'Campaign tag utm_medium, as sent' codec(ZSTD(1)),
    utm_campaign LowCardinality(String) comment 'Campaign tag utm_campaign, as sent' codec(ZSTD(1)),
    utm_term LowCardinality(String) comment 'Campaign tag utm_term, as sent' codec(ZSTD(1)),
    utm_content LowCardinality(String) comment 'Campaign tag utm_content, as sent' codec(ZSTD(1)),
    focus_time_ms UInt32 comment 'Milliseconds the page was visible and focused so far: a running total of the pageview' codec(ZSTD(1)),
    scroll_depth UInt8 comment 'Deepest point seen so far, percent of the height of the page: a running maximum of the pageview' codec(ZSTD(1)),
    word_count UInt32 comment 'Words in the text of the page; 0 when unknown' codec(ZSTD(1)),
    ip String comment 'Address of the visitor, as IP_STORAGE keeps it: full, truncated to /24 or /48, or empty' codec(ZSTD(3)),
    country LowCardinality(String) comment 'ISO 3166-1 alpha-2 code; empty when unknown' codec(ZSTD(1)),
    region LowCardinality(String) comment 'State or region; empty when unknown' codec(ZSTD(1)),
    city LowCardinality(String) comment 'City; empty when unknown' codec(ZSTD(1)),
    latitude Nullable(Float32) comment 'Degrees north, of the city or country; null when unknown' codec(ZSTD(1)),
    longitude Nullable(Float32) comment 'Degrees east, of the city or country; null when unknown' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Browser, such as Firefox; empty when unknown' codec(ZSTD(1)),
    browser_version LowCardinality(String) comment 'Version of the browser, such as 144.0' codec(ZSTD(1)),
    os LowCardinality(String) comment 'Operating system, such as Windows; empty when unknown' codec(ZSTD(1)),
    os_version LowCardinality(String) comment 'Version of the operating system' codec(ZSTD(1)),
    device_type LowCardinality(String) comment 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' codec(ZSTD(1)),
    language LowCardinality(String) comment 'Language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)),
    screen LowCardinality(String) comment 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' codec(ZSTD(1)),
    drop_reason LowCardinality(String) comment 'Why the ping was dropped, such as bot or unknown_site (docs/api.md lists the reasons); then its row holds only ids and times of the ping itself, site and type, and nothing of the visitor. Empty for an accepted ping' codec(ZSTD(1)),
    log_partition UInt16 comment 'Partition of the log that held the message',
    log_offset UInt64 comment 'Offset of the message in its partition: gaps show loss, repetitions show redelivery' codec(Delta(8), ZSTD(1)),
    index received_at_range received_at type minmax granularity 1
)
engine = ReplacingMergeTree
partition by toYYYYMM(pinged_at)
order by (site_id, toStartOfHour(pinged_at), session_id, ping_id)
-- Parts wait until there are more of a size, and are then merged at once, so a row is rewritten about half as often as with the
-- default of 5. Tables of small rows wait longer (30), as a merge counts each part as 5 MiB larger than it is, and would include the
-- table's largest one too often.
settings non_replicated_deduplication_window = 10000, merge_selector_base = 20
comment 'Every ping received: accepted ones whole, dropped ones without their content (drop_reason). For accounting, audits, replays and the realtime report; reports read pageviews, sessions and visitors. Redelivered rows vanish when parts merge: count with uniqExact(ping_id) or read with FINAL';

create view if not exists received_pings
(
    site_id LowCardinality(String) comment 'Site; empty for a dead letter whose site cannot be read',
    received_at DateTime64(3, 'UTC') comment 'Time at which ingest received it',
    outcome String comment 'stored, dropped or dead_lettered',
    reason LowCardinality(String) comment 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty'
)
as select
    site_id,
    received_at,
    if(drop_reason = '', 'stored', 'dropped') as outcome,
    drop_reason as reason
from pings final
union all
select
    -- The same type as in pings: otherwise the primary key is searched value by value.
    toLowCardinality(site_id) as site_id,
    received_at,
    'dead_lettered' as outcome,
    '' as reason
from dead_letters final
where replayed_at = 0
comment 'Outcome of each received ping (response 202): one row per ping, also when messages were delivered twice. Pings still in the log are missing, and so are pings that RETENTION_PINGS removed';

create view if not exists pings_hourly
(
    site_id String comment 'Site; empty for a dead letter whose site cannot be read',
    hour DateTime('UTC') comment 'UTC hour of receipt',
    outcome String comment 'stored, dropped or dead_lettered',
    reason String comment 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty',
    pings UInt64 comment 'Number of pings'
)
as select
    site_id,
    toStartOfHour(received_at) as hour,
    outcome,
    reason,
    count() as pings
from received_pings
group by
    site_id,
    hour,
    outcome,
    reason
comment 'Outcomes of received pings by hour: received_pings added up'
