-- The schema that the migrations create, and the settled tables of this build, for reading. Written by `npm run schema:dump`; a test fails when it is stale.

CREATE TABLE migrations
(
    `version` UInt32 COMMENT 'Number of the migration',
    `name` String COMMENT 'Its file, without ending',
    `checksum` FixedString(64) COMMENT 'SHA-256 of its text, hexadecimal',
    `applied_at` DateTime('UTC') DEFAULT now('UTC') COMMENT 'When it ran'
)
ENGINE = ReplacingMergeTree
ORDER BY version
SETTINGS index_granularity = 8192
COMMENT 'The migrations that ran on this database';

CREATE TABLE dead_letters
(
    `log_partition` UInt16 COMMENT 'Partition of the log that held the message',
    `log_offset` UInt64 COMMENT 'Offset of the message in its partition',
    `checksum` FixedString(64) COMMENT 'SHA-256 of value, hexadecimal. A recreated topic starts again at offset 0: the checksum distinguishes its messages from the old ones' CODEC(ZSTD(1)),
    `site_id` SimpleAggregateFunction(min, String) COMMENT 'Site of the ping; empty when it cannot be read' CODEC(ZSTD(1)),
    `received_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time at which ingest received it; time of the first refusal when it cannot be read' CODEC(ZSTD(1)),
    `refused_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time at which ClickHouse first refused it' CODEC(ZSTD(1)),
    `reason` SimpleAggregateFunction(max, String) COMMENT 'Error message of ClickHouse' CODEC(ZSTD(1)),
    `value` SimpleAggregateFunction(max, String) COMMENT 'The bytes of the message: usually a whole ping' CODEC(ZSTD(1)),
    `replayed_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time at which it was put back into the log; 1970 until then' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (log_partition, log_offset, checksum)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192
COMMENT 'Messages of the log that ClickHouse refused for their content. Read with FINAL. Another refusal changes nothing. The topic of dead letters has the same messages';

CREATE TABLE pings
(
    `row_version` UInt8 COMMENT 'Row version of the message (packages/ping/src/fields.ts)',
    `ping_id` UUID COMMENT 'Assigned once, when ingest received the ping: a row stored twice has the same id. Ordered within one ingest process' CODEC(ZSTD(3)),
    `site_id` LowCardinality(String) COMMENT 'The site that the ping was sent for',
    `type` Enum8('view' = 1, 'engage' = 2) COMMENT 'view: a page was entered. engage: the page is still open, or was left. event: something happened; it is stored as view, with its name in event',
    `event` LowCardinality(String) COMMENT 'Name of the event; empty for a view or engage' CODEC(ZSTD(1)),
    `event_id` String COMMENT 'Id of the event, chosen by the sender: events of a site with the same id are one. Empty when none was sent' CODEC(ZSTD(3)),
    `props` Map(LowCardinality(String), String) COMMENT 'Properties of the event' CODEC(ZSTD(3)),
    `amount` Decimal(18, 4) COMMENT 'Revenue of the event, negative for a refund; 0 without currency when none was sent' CODEC(ZSTD(1)),
    `currency` LowCardinality(String) COMMENT 'ISO 4217 code of the currency of amount; empty when no revenue was sent' CODEC(ZSTD(1)),
    `pinged_at` DateTime64(3, 'UTC') COMMENT 'When it happened: the time of receipt, or the time named by a sender with the key' CODEC(Delta(8), ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest received it' CODEC(Delta(8), ZSTD(1)),
    `visitor_id` UUID COMMENT 'The visitor: UUIDv7 from the tracker, or derived by ingest' CODEC(ZSTD(1)),
    `session_id` UUID COMMENT 'The session (visit): UUIDv7 from the tracker, or derived by ingest' CODEC(ZSTD(1)),
    `pageview_id` UUID COMMENT 'The pageview: UUIDv7 from the tracker, or derived by ingest' CODEC(ZSTD(1)),
    `hostname` LowCardinality(String) COMMENT 'Host of the page, lower-case; empty when only a path was sent' CODEC(ZSTD(1)),
    `page_path` String COMMENT 'Path of the page: percent-decoded, with leading slash, without query, fragment and trailing slash' CODEC(ZSTD(3)),
    `page_title` String COMMENT 'Title of the page' CODEC(ZSTD(3)),
    `referrer` String COMMENT 'Address of the page that led here, as sent' CODEC(ZSTD(3)),
    `source` LowCardinality(String) COMMENT 'Where the visit came from: a name (Google), a domain, or Direct' CODEC(ZSTD(1)),
    `medium` LowCardinality(String) COMMENT 'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the tagged one' CODEC(ZSTD(1)),
    `utm_source` LowCardinality(String) COMMENT 'Campaign tag utm_source, as sent' CODEC(ZSTD(1)),
    `utm_medium` LowCardinality(String) COMMENT 'Campaign tag utm_medium, as sent' CODEC(ZSTD(1)),
    `utm_campaign` LowCardinality(String) COMMENT 'Campaign tag utm_campaign, as sent' CODEC(ZSTD(1)),
    `utm_term` LowCardinality(String) COMMENT 'Campaign tag utm_term, as sent' CODEC(ZSTD(1)),
    `utm_content` LowCardinality(String) COMMENT 'Campaign tag utm_content, as sent' CODEC(ZSTD(1)),
    `focus_time_ms` UInt32 COMMENT 'Milliseconds the page was visible and focused so far: a running total of the pageview' CODEC(ZSTD(1)),
    `scroll_depth` UInt8 COMMENT 'Deepest point seen so far, percent of the height of the page: a running maximum of the pageview' CODEC(ZSTD(1)),
    `word_count` UInt32 COMMENT 'Words in the text of the page; 0 when unknown' CODEC(ZSTD(1)),
    `vitals` Map(String, Float64) COMMENT 'Web vitals of the pageview, those that the browser reported: lcp_ms, inp_ms, fcp_ms, ttfb_ms (milliseconds) and cls' CODEC(ZSTD(1)),
    `ip` String COMMENT 'Address of the visitor, as IP_STORAGE keeps it: full, truncated to /24 or /48, or empty' CODEC(ZSTD(3)),
    `view_hash` UInt32 COMMENT 'Of a view: hash of site, page, address and user agent, with a key. The request of the page in a log has the same. 0 of all others' CODEC(ZSTD(1)),
    `country` LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2 code; empty when unknown' CODEC(ZSTD(1)),
    `region` LowCardinality(String) COMMENT 'State or region; empty when unknown' CODEC(ZSTD(1)),
    `city` LowCardinality(String) COMMENT 'City; empty when unknown' CODEC(ZSTD(1)),
    `latitude` Nullable(Float32) COMMENT 'Degrees north, of the city or country; null when unknown' CODEC(ZSTD(1)),
    `longitude` Nullable(Float32) COMMENT 'Degrees east, of the city or country; null when unknown' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Browser, such as Firefox; empty when unknown' CODEC(ZSTD(1)),
    `browser_version` LowCardinality(String) COMMENT 'Version of the browser, such as 144.0' CODEC(ZSTD(1)),
    `os` LowCardinality(String) COMMENT 'Operating system, such as Windows; empty when unknown' CODEC(ZSTD(1)),
    `os_version` LowCardinality(String) COMMENT 'Version of the operating system' CODEC(ZSTD(1)),
    `device_type` LowCardinality(String) COMMENT 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' CODEC(ZSTD(1)),
    `language` LowCardinality(String) COMMENT 'Language that the browser prefers, such as de-AT; empty when unknown' CODEC(ZSTD(1)),
    `screen` LowCardinality(String) COMMENT 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' CODEC(ZSTD(1)),
    `drop_reason` LowCardinality(String) COMMENT 'Why the ping was dropped, such as bot or unknown_site (docs/api.md lists the reasons); then its row holds only ids and times of the ping itself, site and type, and nothing of the visitor. Empty for an accepted ping' CODEC(ZSTD(1)),
    `log_partition` UInt16 COMMENT 'Partition of the log that held the message',
    `log_offset` UInt64 COMMENT 'Offset of the message in its partition: gaps show loss, repetitions show redelivery' CODEC(Delta(8), ZSTD(1)),
    INDEX received_at_range received_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(pinged_at)
ORDER BY (site_id, toStartOfHour(pinged_at), session_id, ping_id)
SETTINGS non_replicated_deduplication_window = 10000, merge_selector_base = 20, index_granularity = 8192
COMMENT 'Every ping received: accepted ones whole, dropped ones without their content (drop_reason). For accounting, audits, replays and the realtime report; reports read pageviews, sessions and visitors. Redelivered rows vanish when parts merge: count with uniqExact(ping_id) or read with FINAL';

CREATE VIEW received_pings
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty for a dead letter whose site cannot be read',
    `received_at` DateTime64(3, 'UTC') COMMENT 'Time at which ingest received it',
    `outcome` String COMMENT 'stored, dropped or dead_lettered',
    `reason` LowCardinality(String) COMMENT 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty'
)
COMMENT 'Outcome of each received ping (response 202): one row per ping, also when messages were delivered twice. Pings still in the log are missing, and so are pings that RETENTION_PINGS removed'
AS SELECT
    site_id,
    received_at,
    if(drop_reason = '', 'stored', 'dropped') AS outcome,
    drop_reason AS reason
FROM pings
FINAL
UNION ALL
SELECT
    toLowCardinality(site_id) AS site_id,
    received_at,
    'dead_lettered' AS outcome,
    '' AS reason
FROM dead_letters
FINAL
WHERE replayed_at = 0;

CREATE VIEW pings_hourly
(
    `site_id` String COMMENT 'Site; empty for a dead letter whose site cannot be read',
    `hour` DateTime('UTC') COMMENT 'UTC hour of receipt',
    `outcome` String COMMENT 'stored, dropped or dead_lettered',
    `reason` String COMMENT 'Reason for dropping, such as bot or unknown_site (docs/api.md lists them); otherwise empty',
    `pings` UInt64 COMMENT 'Number of pings'
)
COMMENT 'Outcomes of received pings by hour: received_pings added up'
AS SELECT
    site_id,
    toStartOfHour(received_at) AS hour,
    outcome,
    reason,
    count() AS pings
FROM received_pings
GROUP BY
    site_id,
    hour,
    outcome,
    reason;

CREATE TABLE sessions
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id, at most 25 h before and 2 h after first_seen_at. Filter on it with this slack to read few rows' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'Id of the session (visit); with FINAL one row each' CODEC(ZSTD(1)),
    `visitor_id` SimpleAggregateFunction(min, UUID) COMMENT 'Visitor' CODEC(ZSTD(1)),
    `first_seen_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time of the first ping; the session counts in the period that contains this time' CODEC(T64, ZSTD(1)),
    `last_seen_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time of the last ping' CODEC(T64, ZSTD(1)),
    `first_pageview_id` SimpleAggregateFunction(min, UUID) COMMENT 'Smallest id of its pageviews; equal to the largest when the session bounced' CODEC(ZSTD(1)),
    `last_pageview_id` SimpleAggregateFunction(max, UUID) COMMENT 'Largest id of its pageviews' CODEC(ZSTD(1)),
    `acquisition` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        source String,
        medium String,
        referrer String,
        utm_source String,
        utm_medium String,
        utm_campaign String,
        utm_term String,
        utm_content String,
        hostname String,
        entry_page String)) COMMENT 'Source of the session: properties of its first ping, the smallest by time, then id. Select the columns below, not elements of the tuple: FINAL does not merge an element read alone' CODEC(ZSTD(3)),
    `geography` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        ip String,
        country String,
        region String,
        city String,
        latitude Nullable(Float32),
        longitude Nullable(Float32))) COMMENT 'Place of the visitor: properties of the first ping. Select the columns below, not elements of the tuple: FINAL does not merge an element read alone' CODEC(ZSTD(3)),
    `device` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        browser String,
        browser_version String,
        os String,
        os_version String,
        device_type String)) COMMENT 'Browser and device of the visitor: properties of the first ping. Select the columns below, not elements of the tuple: FINAL does not merge an element read alone' CODEC(ZSTD(3)),
    `first_language` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        language String)) DEFAULT (tupleElement(acquisition, 'pinged_at'), tupleElement(acquisition, 'ping_id'), '') COMMENT 'Language that the browser prefers, such as de-AT; empty when unknown; of its first ping. Read language: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `first_screen` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        screen String)) DEFAULT (tupleElement(acquisition, 'pinged_at'), tupleElement(acquisition, 'ping_id'), '') COMMENT 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown; of its first ping. Read screen: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `first_view` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        pageview UInt128,
        entry_page String)) DEFAULT (tupleElement(acquisition, 'pinged_at'), bitNot(toUInt128(0)), tupleElement(acquisition, 'entry_page')) COMMENT 'Its first pageview: of those entered in one millisecond the one with the smallest id, which is here as a number. Read entry_page: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `duration_ms` UInt64 ALIAS toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at) COMMENT 'Time from the first to the last ping, milliseconds',
    `bounced` Bool ALIAS first_pageview_id = last_pageview_id COMMENT 'Whether the session has exactly one pageview',
    `source` String ALIAS tupleElement(acquisition, 'source') COMMENT 'Source of the visit: a name (Google), a domain, or Direct',
    `medium` String ALIAS tupleElement(acquisition, 'medium') COMMENT 'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium',
    `referrer` String ALIAS tupleElement(acquisition, 'referrer') COMMENT 'Address of the page that led here',
    `utm_source` String ALIAS tupleElement(acquisition, 'utm_source') COMMENT 'Campaign tag utm_source',
    `utm_medium` String ALIAS tupleElement(acquisition, 'utm_medium') COMMENT 'Campaign tag utm_medium',
    `utm_campaign` String ALIAS tupleElement(acquisition, 'utm_campaign') COMMENT 'Campaign tag utm_campaign',
    `utm_term` String ALIAS tupleElement(acquisition, 'utm_term') COMMENT 'Campaign tag utm_term',
    `utm_content` String ALIAS tupleElement(acquisition, 'utm_content') COMMENT 'Campaign tag utm_content',
    `hostname` String ALIAS tupleElement(acquisition, 'hostname') COMMENT 'Host of the first page',
    `entry_page` String ALIAS tupleElement(first_view, 'entry_page') COMMENT 'Path of the first page',
    `entry_referrer` String ALIAS tupleElement(acquisition, 'referrer') COMMENT 'Address of the page that led to the first page; empty when none was sent',
    `ip` String ALIAS tupleElement(geography, 'ip') COMMENT 'IP address of the visitor, as IP_STORAGE keeps it',
    `country` String ALIAS tupleElement(geography, 'country') COMMENT 'ISO 3166-1 alpha-2 code; empty when unknown',
    `region` String ALIAS tupleElement(geography, 'region') COMMENT 'State or region; empty when unknown',
    `city` String ALIAS tupleElement(geography, 'city') COMMENT 'City; empty when unknown',
    `latitude` Nullable(Float32) ALIAS tupleElement(geography, 'latitude') COMMENT 'Degrees north; null when unknown',
    `longitude` Nullable(Float32) ALIAS tupleElement(geography, 'longitude') COMMENT 'Degrees east; null when unknown',
    `browser` String ALIAS tupleElement(device, 'browser') COMMENT 'Browser; empty when unknown',
    `browser_version` String ALIAS tupleElement(device, 'browser_version') COMMENT 'Version of the browser',
    `os` String ALIAS tupleElement(device, 'os') COMMENT 'Operating system; empty when unknown',
    `os_version` String ALIAS tupleElement(device, 'os_version') COMMENT 'Version of the operating system',
    `device_type` String ALIAS tupleElement(device, 'device_type') COMMENT 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown',
    `language` String ALIAS tupleElement(first_language, 'language') COMMENT 'Language that the browser prefers, such as de-AT; empty when unknown',
    `screen` String ALIAS tupleElement(first_screen, 'screen') COMMENT 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown',
    INDEX first_seen_at_minmax first_seen_at TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(session_hour)
ORDER BY (site_id, session_hour, session_id)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, merge_selector_base = 20
COMMENT 'One row per session, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the session, so a ping stored twice changes nothing';

CREATE MATERIALIZED VIEW sessions_from_pings TO sessions
(
    `site_id` LowCardinality(String),
    `session_hour` DateTime('UTC'),
    `session_id` UUID,
    `visitor_id` UUID,
    `first_seen_at` DateTime64(3, 'UTC'),
    `last_seen_at` DateTime64(3, 'UTC'),
    `first_pageview_id` UUID,
    `last_pageview_id` UUID,
    `acquisition` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        source String,
        medium String,
        referrer String,
        utm_source String,
        utm_medium String,
        utm_campaign String,
        utm_term String,
        utm_content String,
        hostname String,
        entry_page String),
    `geography` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        ip String,
        country String,
        region String,
        city String,
        latitude Nullable(Float32),
        longitude Nullable(Float32)),
    `device` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        browser String,
        browser_version String,
        os String,
        os_version String,
        device_type String),
    `first_language` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        language String),
    `first_screen` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        screen String),
    `first_view` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        pageview UInt128,
        entry_page String)
)
COMMENT 'Fills sessions from each block inserted into pings'
AS SELECT
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) AS session_hour,
    session_id,
    min(pings.visitor_id) AS visitor_id,
    min(pinged_at) AS first_seen_at,
    max(pinged_at) AS last_seen_at,
    min(pageview_id) AS first_pageview_id,
    max(pageview_id) AS last_pageview_id,
    min(CAST((pinged_at, ping_id, source, medium, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content, hostname, page_path), 'Tuple(pinged_at DateTime64(3, \'UTC\'), ping_id UUID, source String, medium String, referrer String, utm_source String, utm_medium String, utm_campaign String, utm_term String, utm_content String, hostname String, entry_page String)')) AS acquisition,
    min(CAST((pinged_at, ping_id, ip, country, region, city, latitude, longitude), 'Tuple(pinged_at DateTime64(3, \'UTC\'), ping_id UUID, ip String, country String, region String, city String, latitude Nullable(Float32), longitude Nullable(Float32))')) AS geography,
    min(CAST((pinged_at, ping_id, browser, browser_version, os, os_version, device_type), 'Tuple(pinged_at DateTime64(3, \'UTC\'), ping_id UUID, browser String, browser_version String, os String, os_version String, device_type String)')) AS device,
    min(CAST((pinged_at, ping_id, language), 'Tuple(pinged_at DateTime64(3, \'UTC\'), ping_id UUID, language String)')) AS first_language,
    min(CAST((pinged_at, ping_id, screen), 'Tuple(pinged_at DateTime64(3, \'UTC\'), ping_id UUID, screen String)')) AS first_screen,
    min(CAST((pinged_at, toUInt128(pageview_id), page_path), 'Tuple(pinged_at DateTime64(3, \'UTC\'), pageview UInt128, entry_page String)')) AS first_view
FROM pings
WHERE (drop_reason = '') AND (event = '')
GROUP BY
    site_id,
    session_hour,
    session_id;

CREATE TABLE pageviews
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id, at most 25 h before and 2 h after entered_at. Filter on it with this slack to read few rows' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'Session' CODEC(ZSTD(1)),
    `pageview_id` UUID COMMENT 'Id of the pageview; with FINAL one row for each pageview id of a session' CODEC(ZSTD(1)),
    `visitor_id` SimpleAggregateFunction(min, UUID) COMMENT 'Visitor' CODEC(ZSTD(1)),
    `page_path` SimpleAggregateFunction(min, LowCardinality(String)) COMMENT 'Path of the page' CODEC(ZSTD(1)),
    `title` SimpleAggregateFunction(max, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        text String)) COMMENT 'Newest non-empty title, with the time of its ping. For the text alone select page_title: FINAL does not merge an element of a tuple read alone' CODEC(ZSTD(3)),
    `referrer` SimpleAggregateFunction(max, LowCardinality(String)) COMMENT 'Address of the page that led here; empty when none was sent' CODEC(ZSTD(1)),
    `entered_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time of the first ping; the pageview counts in the period that contains this time' CODEC(T64, ZSTD(1)),
    `exited_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time of the last ping' CODEC(T64, ZSTD(1)),
    `focus_time_ms` SimpleAggregateFunction(max, UInt32) COMMENT 'Milliseconds during which the page was visible and focused' CODEC(T64, ZSTD(1)),
    `scroll_depth` SimpleAggregateFunction(max, UInt8) COMMENT 'Deepest point seen, percent of the height of the page' CODEC(ZSTD(1)),
    `word_count` SimpleAggregateFunction(max, UInt32) COMMENT 'Words in the text of the page; 0 when unknown' CODEC(T64, ZSTD(1)),
    `vitals` SimpleAggregateFunction(maxMap, Map(String, Float64)) COMMENT 'Web vitals that its pings reported, of each the largest value: empty when none was. One column, as most pageviews have none: an empty map takes a hundredth of a byte, and little time in merges' CODEC(ZSTD(1)),
    `page_title` String ALIAS tupleElement(title, 'text') COMMENT 'Newest non-empty title',
    `lcp_ms` Nullable(UInt32) ALIAS if(mapContains(vitals, 'lcp_ms'), toUInt32(vitals['lcp_ms']), NULL) COMMENT 'Largest Contentful Paint in milliseconds; null when none was reported',
    `inp_ms` Nullable(UInt32) ALIAS if(mapContains(vitals, 'inp_ms'), toUInt32(vitals['inp_ms']), NULL) COMMENT 'Interaction to Next Paint in milliseconds; null when none was reported',
    `fcp_ms` Nullable(UInt32) ALIAS if(mapContains(vitals, 'fcp_ms'), toUInt32(vitals['fcp_ms']), NULL) COMMENT 'First Contentful Paint in milliseconds; null when none was reported',
    `ttfb_ms` Nullable(UInt32) ALIAS if(mapContains(vitals, 'ttfb_ms'), toUInt32(vitals['ttfb_ms']), NULL) COMMENT 'Time to First Byte in milliseconds; null when none was reported',
    `cls` Nullable(Float64) ALIAS if(mapContains(vitals, 'cls'), vitals['cls'], NULL) COMMENT 'Cumulative Layout Shift; null when none was reported',
    `has_vitals` Bool ALIAS notEmpty(vitals) COMMENT 'Whether any was reported',
    `view_hash` SimpleAggregateFunction(max, UInt32) COMMENT 'Hash of site, page, address and user agent, with a key: the request of the page in a log has the same (crawls). 0 when none was stored' CODEC(ZSTD(1)),
    INDEX entered_at_minmax entered_at TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(session_hour)
ORDER BY (site_id, session_hour, session_id, pageview_id)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, merge_selector_base = 20
COMMENT 'One row per pageview of a session, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the pageview, so a ping stored twice changes nothing';

CREATE MATERIALIZED VIEW pageviews_from_pings TO pageviews
(
    `site_id` LowCardinality(String),
    `session_hour` DateTime('UTC'),
    `session_id` UUID,
    `pageview_id` UUID,
    `visitor_id` UUID,
    `page_path` String,
    `title` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        text String),
    `referrer` String,
    `entered_at` DateTime64(3, 'UTC'),
    `exited_at` DateTime64(3, 'UTC'),
    `focus_time_ms` UInt32,
    `scroll_depth` UInt8,
    `word_count` UInt32,
    `vitals` Map(String, Float64),
    `view_hash` UInt32
)
COMMENT 'Fills pageviews from each block inserted into pings'
AS SELECT
    site_id,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) AS session_hour,
    session_id,
    pageview_id,
    min(pings.visitor_id) AS visitor_id,
    min(pings.page_path) AS page_path,
    max(CAST(if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title)), 'Tuple(pinged_at DateTime64(3, \'UTC\'), text String)')) AS title,
    max(pings.referrer) AS referrer,
    min(pinged_at) AS entered_at,
    max(pinged_at) AS exited_at,
    max(pings.focus_time_ms) AS focus_time_ms,
    max(pings.scroll_depth) AS scroll_depth,
    max(pings.word_count) AS word_count,
    maxMap(pings.vitals) AS vitals,
    max(pings.view_hash) AS view_hash
FROM pings
WHERE (drop_reason = '') AND (event = '')
GROUP BY
    site_id,
    session_hour,
    session_id,
    pageview_id;

CREATE TABLE page_titles
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `page_path` String COMMENT 'Path of the page; with FINAL one row each' CODEC(ZSTD(1)),
    `title` SimpleAggregateFunction(max, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        text String)) COMMENT 'Newest non-empty title, with the time of its ping. For the text alone select page_title: FINAL does not merge an element of a tuple read alone' CODEC(ZSTD(1)),
    `page_title` String ALIAS tupleElement(title, 'text') COMMENT 'Newest non-empty title; empty when none was sent'
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, page_path)
SETTINGS non_replicated_deduplication_window = 10000, merge_selector_base = 30, index_granularity = 8192
COMMENT 'One row per page, filled from pings. Read with FINAL';

CREATE MATERIALIZED VIEW page_titles_from_pings TO page_titles
(
    `site_id` LowCardinality(String),
    `page_path` String,
    `title` Tuple(
        pinged_at DateTime64(3, 'UTC'),
        text String)
)
COMMENT 'Fills page_titles from each block inserted into pings'
AS SELECT
    site_id,
    page_path,
    max(CAST(if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title)), 'Tuple(pinged_at DateTime64(3, \'UTC\'), text String)')) AS title
FROM pings
WHERE (drop_reason = '') AND (event = '')
GROUP BY
    site_id,
    page_path;

CREATE TABLE visitors
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `visitor_hour` DateTime('UTC') COMMENT 'Hour of the time inside visitor_id, which may be any: it is from the clock of the visitor' CODEC(Delta(4), ZSTD(1)),
    `visitor_id` UUID COMMENT 'Id of the visitor; with FINAL one row each' CODEC(ZSTD(1)),
    `first_seen_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time of the first ping of all time; a visitor first seen before a period is a returning visitor in it' CODEC(Delta(8), ZSTD(1)),
    INDEX first_seen_at_minmax first_seen_at TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, visitor_hour, visitor_id)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 10000, merge_selector_base = 30, min_compress_block_size = 4096, max_compress_block_size = 4096
COMMENT 'One row per visitor, filled from pings. Read with FINAL';

CREATE MATERIALIZED VIEW visitors_from_pings TO visitors
(
    `site_id` LowCardinality(String),
    `visitor_hour` DateTime('UTC'),
    `visitor_id` UUID,
    `first_seen_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills visitors from each block inserted into pings'
AS SELECT
    site_id,
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) AS visitor_hour,
    visitor_id,
    min(pinged_at) AS first_seen_at
FROM pings
WHERE (drop_reason = '') AND (event = '')
GROUP BY
    site_id,
    visitor_hour,
    visitor_id;

CREATE TABLE events
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `event_hour` DateTime('UTC') COMMENT 'Hour of occurred_at' CODEC(Delta(4), ZSTD(1)),
    `event` LowCardinality(String) COMMENT 'Name of the event' CODEC(ZSTD(1)),
    `ping_id` UUID COMMENT 'Id of the ping that reported it; with FINAL one row each' CODEC(ZSTD(3)),
    `occurred_at` DateTime64(3, 'UTC') COMMENT 'When it happened; the event counts in the period that contains this time' CODEC(Delta(8), ZSTD(1)),
    `event_id` String COMMENT 'Id chosen by the sender. Among the rows of a site with one id, only the one in event_ids counts. Empty when none was sent' CODEC(ZSTD(3)),
    `session_id` UUID COMMENT 'Session that the ping named, whether it has pageviews or not; zeros when none' CODEC(ZSTD(1)),
    `visitor_id` UUID COMMENT 'Visitor that the ping named; zeros when none' CODEC(ZSTD(1)),
    `page_path` LowCardinality(String) COMMENT 'Path of the page; empty when none was sent' CODEC(ZSTD(1)),
    `props` Map(LowCardinality(String), String) COMMENT 'Properties' CODEC(ZSTD(3)),
    `amount` Decimal(18, 4) COMMENT 'Revenue, negative for a refund; 0 without currency when none was sent' CODEC(ZSTD(1)),
    `currency` LowCardinality(String) COMMENT 'ISO 4217 code of the currency of amount; empty when no revenue was sent' CODEC(ZSTD(1)),
    `session_hour` DateTime('UTC') ALIAS toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) COMMENT 'Hour of the time inside session_id, as in sessions'
)
ENGINE = ReplacingMergeTree(occurred_at)
PARTITION BY toYYYYMM(event_hour)
ORDER BY (site_id, event_hour, event, ping_id)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000
COMMENT 'One row per ping of an event, filled from pings. Read with FINAL, and with the condition of event_ids';

CREATE MATERIALIZED VIEW events_from_pings TO events
(
    `site_id` LowCardinality(String),
    `event_hour` DateTime('UTC'),
    `event` LowCardinality(String),
    `ping_id` UUID,
    `occurred_at` DateTime64(3, 'UTC'),
    `event_id` String,
    `session_id` UUID,
    `visitor_id` UUID,
    `page_path` String,
    `props` Map(LowCardinality(String), String),
    `amount` Decimal(18, 4),
    `currency` LowCardinality(String)
)
COMMENT 'Fills events from each block inserted into pings'
AS SELECT
    site_id,
    toStartOfHour(pinged_at) AS event_hour,
    event,
    ping_id,
    pinged_at AS occurred_at,
    event_id,
    session_id,
    visitor_id,
    page_path,
    props,
    amount,
    currency
FROM pings
WHERE (drop_reason = '') AND (event != '');

CREATE TABLE event_ids
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `event_id` String COMMENT 'Id of an event, chosen by the sender; with FINAL one row each' CODEC(ZSTD(3)),
    `first` SimpleAggregateFunction(min, Tuple(
        occurred_at DateTime64(3, 'UTC'),
        ping_id UUID)) COMMENT 'Time and ping of the event that counts: the earliest one, then the smallest ping id. Select the whole tuple: FINAL does not merge an element read alone' CODEC(ZSTD(3)),
    `days` SimpleAggregateFunction(groupUniqArrayArray, Array(Date)) COMMENT 'UTC days of all events with this id' CODEC(ZSTD(3))
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, event_id)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000
COMMENT 'Which of several events with one id counts, filled from events. Read with FINAL. Every column is a minimum or a set, so an event stored twice changes nothing';

CREATE MATERIALIZED VIEW event_ids_from_events TO event_ids
(
    `site_id` LowCardinality(String),
    `event_id` String,
    `first` Tuple(
        occurred_at DateTime64(3, 'UTC'),
        ping_id UUID),
    `days` Array(Date)
)
COMMENT 'Fills event_ids from each block inserted into events'
AS SELECT
    site_id,
    event_id,
    min(CAST((occurred_at, ping_id), 'Tuple(occurred_at DateTime64(3, \'UTC\'), ping_id UUID)')) AS first,
    groupUniqArrayArray([toDate(occurred_at)]) AS days
FROM events
WHERE event_id != ''
GROUP BY
    site_id,
    event_id;

CREATE TABLE changed_days
(
    `fact` Enum8('ping' = 1, 'session' = 2, 'visitor' = 3, 'late' = 4, 'path' = 5, 'event' = 6, 'crawl' = 7) COMMENT 'What changed. session, visitor, path, event, crawl: rows of the settled tables of these. ping: there are pings of the day. late: first visits on any day from this one on',
    `site_id` LowCardinality(String) COMMENT 'Site',
    `day` Date COMMENT 'UTC day whose rows may have changed',
    `session_day` Date COMMENT 'Of an event, the day whose row of session says when the sessions that it names changed: its own day, unless these are of another; 1970 when it names none. 1970 for all else',
    `changed_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time, by the server clock, at which the insert of the last such ping began' CODEC(ZSTD(1)),
    `last_ping_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Of ping: time of the last ping of the day; the maximum over a site is the time of its last ping. 1970 for all else' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (fact, site_id, day, session_day)
SETTINGS non_replicated_deduplication_window = 0, merge_selector_base = 30, index_granularity = 8192
COMMENT 'When the rows of a day last changed. A settled day is stale when it changed after its watermark; a day without a row is empty. The table decides where reports read, never what they show, so a redelivery changes no report';

CREATE MATERIALIZED VIEW changed_days_from_pings TO changed_days
(
    `fact` String,
    `site_id` LowCardinality(String),
    `day` Date,
    `session_day` Date,
    `changed_at` DateTime64(3, 'UTC'),
    `last_ping_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills changed_days from each block inserted into pings, views and engagement'
AS SELECT
    tupleElement(touched, 1) AS fact,
    site_id,
    tupleElement(touched, 2) AS day,
    toDate(0) AS session_day,
    max(stored_at) AS changed_at,
    max(if(fact = 'ping', last_pinged_at, toDateTime64(0, 3, 'UTC'))) AS last_ping_at
FROM
(
    SELECT
        site_id,
        toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) AS session_hour,
        toDate(pinged_at) AS ping_day,
        max(now64(3, 'UTC')) AS stored_at,
        max(pinged_at) AS last_pinged_at,
        max(now64(3, 'UTC') >= (pinged_at + toIntervalHour(24))) AS is_late,
        toDate(session_hour) AS id_day,
        if(toHour(session_hour) < 2, -1, 0) AS before
    FROM pings
    WHERE (drop_reason = '') AND (event = '')
    GROUP BY
        site_id,
        session_hour,
        ping_day
)
ARRAY JOIN arrayConcat([('ping', ping_day)], arrayMap(after -> ('session', id_day + after), range(before, 2)), arrayMap(after -> ('path', id_day + after), range(before, 2)), arrayMap(after -> ('visitor', id_day + after), range(before, 4)), if(is_late, [('late', id_day)], [])) AS touched
GROUP BY
    fact,
    site_id,
    day;

CREATE TABLE changed_sessions
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `changed_from` DateTime('UTC') COMMENT 'Start of the five minutes in which the session changed, by the server clock' CODEC(Delta(4), ZSTD(1)),
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id, as in sessions and pageviews' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'Session of a stored ping' CODEC(ZSTD(1)),
    `visitor_id` UUID COMMENT 'Visitor of that ping' CODEC(ZSTD(1)),
    `changed_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time, by the server clock, at which the insert of the last such ping began' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
PARTITION BY toDate(changed_from)
ORDER BY (site_id, changed_from, session_hour, session_id, visitor_id)
TTL changed_from + toIntervalDay(3)
SETTINGS non_replicated_deduplication_window = 0, ttl_only_drop_parts = 1, merge_selector_base = 30, index_granularity = 8192
COMMENT 'Sessions that changed, and when. On a stale settled day, sessions that changed after the watermark are read from sessions and pageviews, all others from the settled tables. Rows are kept for three days. The table decides where reports read, never what they show, so a redelivery changes no report';

CREATE MATERIALIZED VIEW changed_sessions_from_pings TO changed_sessions
(
    `site_id` LowCardinality(String),
    `changed_from` DateTime('UTC'),
    `session_hour` DateTime('UTC'),
    `session_id` UUID,
    `visitor_id` UUID,
    `changed_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills changed_sessions from each block inserted into pings'
AS SELECT
    site_id,
    toStartOfFiveMinutes(now('UTC')) AS changed_from,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) AS session_hour,
    session_id,
    visitor_id,
    max(now64(3, 'UTC')) AS changed_at
FROM pings
WHERE (drop_reason = '') AND (event = '')
GROUP BY
    site_id,
    changed_from,
    session_hour,
    session_id,
    visitor_id;

CREATE TABLE changed_events
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `day` Date COMMENT 'UTC day of the events',
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside the session_id of the events, as in sessions; 1970 without session' CODEC(Delta(4), ZSTD(1)),
    `changed_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time, by the server clock, at which the insert of the last such event began' CODEC(ZSTD(1)),
    `last_ping_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time of the last such event' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, day, session_hour)
SETTINGS non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Which session hours the events of a day name, and when they last changed. The table decides where reports read, never what they show, so a redelivery changes no report';

CREATE MATERIALIZED VIEW changed_events_from_pings TO changed_events
(
    `site_id` LowCardinality(String),
    `day` Date,
    `session_hour` DateTime('UTC'),
    `changed_at` DateTime64(3, 'UTC'),
    `last_ping_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills changed_events from each block inserted into pings'
AS SELECT
    site_id,
    toDate(pinged_at) AS day,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) AS session_hour,
    max(now64(3, 'UTC')) AS changed_at,
    max(pinged_at) AS last_ping_at
FROM pings
WHERE (drop_reason = '') AND (event != '')
GROUP BY
    site_id,
    day,
    session_hour;

CREATE MATERIALIZED VIEW changed_events_from_events TO changed_events
(
    `site_id` LowCardinality(String),
    `day` Date,
    `session_hour` DateTime('UTC'),
    `changed_at` DateTime64(3, 'UTC'),
    `last_ping_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills changed_events from each block inserted into events'
AS SELECT
    site_id,
    day,
    session_hour,
    max(now64(3, 'UTC')) AS changed_at,
    toDateTime64(0, 3, 'UTC') AS last_ping_at
FROM
(
    SELECT DISTINCT
        site_id,
        arrayJoin(known.days) AS day
    FROM events
    INNER JOIN
    (
        SELECT
            site_id,
            event_id,
            days
        FROM event_ids
        WHERE (site_id, event_id) IN (
            SELECT
                site_id,
                event_id
            FROM events
            WHERE event_id != ''
        )
    ) AS known USING (site_id, event_id)
) AS days_of_ids
LEFT JOIN
(
    SELECT DISTINCT
        site_id,
        day,
        session_hour
    FROM changed_events
    WHERE (site_id, day) IN (
        SELECT
            site_id,
            arrayJoin(days)
        FROM event_ids
        WHERE (site_id, event_id) IN (
            SELECT
                site_id,
                event_id
            FROM events
            WHERE event_id != ''
        )
    )
) AS named USING (site_id, day)
GROUP BY
    site_id,
    day,
    session_hour;

CREATE MATERIALIZED VIEW changed_days_from_events TO changed_days
(
    `fact` String,
    `site_id` LowCardinality(String),
    `day` Date,
    `session_day` Date,
    `changed_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    `last_ping_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
COMMENT 'Fills changed_days from each block inserted into changed_events'
AS SELECT
    tupleElement(touched, 1) AS fact,
    site_id,
    tupleElement(touched, 2) AS day,
    tupleElement(touched, 3) AS session_day,
    max(event_changed_at) AS changed_at,
    max(if(fact = 'ping', event_at, toDateTime64(0, 3, 'UTC'))) AS last_ping_at
FROM
(
    SELECT
        site_id,
        day AS event_day,
        changed_at AS event_changed_at,
        last_ping_at AS event_at,
        toDate(session_hour) AS id_day,
        if(id_day = toDate(0), [], arrayMap(after -> (id_day + after), range(if(toHour(session_hour) < 2, -1, 0), 2))) AS session_days
    FROM changed_events
)
ARRAY JOIN arrayConcat([('event', event_day, if(has(session_days, event_day), event_day, id_day))], if(event_at > toDateTime64(0, 3, 'UTC'), [('ping', event_day, toDate(0))], []), arrayMap(day -> ('path', day, toDate(0)), session_days)) AS touched
GROUP BY
    fact,
    site_id,
    day,
    session_day;

CREATE TABLE forgotten
(
    `kind` Enum8('visitor' = 1, 'session' = 2, 'ping' = 3, 'before' = 4, 'site' = 5) COMMENT 'What is forgotten: an id, or a site: what happened on it before a day, or all of it',
    `hash` FixedString(32) COMMENT 'SHA-256 of kind, site and id with a blank between them; of \'site\' and the site for the kinds before and site',
    `received_before` DateTime64(3, 'UTC') COMMENT 'Only pings that ingest received before this time are forgotten: the time of the deletion for a site; the end of all times for an id',
    `pinged_before` DateTime64(3, 'UTC') COMMENT 'Only what happened before this time is forgotten: the day for the kind before; otherwise the end of all times',
    `forgotten_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'When it was first deleted'
)
ENGINE = AggregatingMergeTree
ORDER BY (kind, hash, received_before, pinged_before)
SETTINGS index_granularity = 1024
COMMENT 'What npm run delete deleted, as hashes. A ping that it names is stored without its content (drop_reason forgotten), however it arrives: late, by a replay, or as a dead letter that is put back. Never delete from it, and keep it when a backup is restored';

CREATE TABLE deleting
(
    `what` Enum8('target' = 1, 'session' = 2, 'ping' = 3, 'visitor' = 4, 'page' = 5, 'event_id' = 6, 'hour' = 7, 'day' = 8, 'event_hour' = 9, 'planned' = 10) COMMENT 'What the row names. target: what the deletion is about, as JSON. session, ping: to delete. visitor, page, event_id, hour, event_hour: rows to recompute, as what remains decides about them. day: to rebuild. planned: the plan is complete',
    `site_id` LowCardinality(String) COMMENT 'Site',
    `id` UUID COMMENT 'Id of a session, ping or visitor',
    `name` String COMMENT 'Path of a page, id of an event, or the target',
    `at` DateTime64(3, 'UTC') COMMENT 'An hour of session ids, or a day'
)
ENGINE = ReplacingMergeTree
ORDER BY (what, site_id, id, name, at)
SETTINGS index_granularity = 8192
COMMENT 'The plan of the deletion in progress, so that one that was interrupted can be finished. Empty otherwise';

CREATE TABLE shard_map
(
    `log_partition` UInt16 COMMENT 'Partition of the log',
    `from_offset` UInt64 COMMENT 'Offset from which on the row applies, up to the next one of the partition',
    `shard` UInt16 COMMENT 'Number of the shard that stores these messages, from 1'
)
ENGINE = ReplacingMergeTree
ORDER BY (log_partition, from_offset, shard)
SETTINGS index_granularity = 8192
COMMENT 'Which shard stores which messages of the log, the same on every shard. Empty on a single server';

CREATE TABLE shard_identity
(
    `cluster` UUID COMMENT 'The same on every shard of a cluster',
    `shard` UInt16 COMMENT 'Number of this shard, from 1'
)
ENGINE = ReplacingMergeTree
ORDER BY (cluster, shard)
SETTINGS index_granularity = 8192
COMMENT 'Which shard this server is: one row. Empty on a single server';

CREATE TABLE annotations
(
    `annotation_id` UUID COMMENT 'The annotation: the same in all of its versions',
    `version` UInt32 COMMENT 'Counts its changes, from 1: the largest is how it stands',
    `at` DateTime64(3, 'UTC') COMMENT 'When what it is about happened, or began',
    `until` Nullable(DateTime64(3, 'UTC')) COMMENT 'When it ended; null for a moment',
    `text` String COMMENT 'What it says; empty once it is deleted',
    `sites` Array(String) COMMENT 'The sites that it concerns, as they were named: ids, @group, * for all',
    `site_ids` Array(String) COMMENT 'Ids of these sites when it was written: those named, and those of the groups. Not those of *',
    `kind` LowCardinality(String) COMMENT 'note or release; gap, outage, late_data, deletion or settings when the service made it',
    `created_at` DateTime64(3, 'UTC') COMMENT 'When it was made',
    `created_by` Nullable(String) COMMENT 'Name of the key that made it; null for the service',
    `fact` String COMMENT 'What the service knew when it made it, so that it makes it once; empty for those of people',
    `is_deleted` Bool COMMENT 'Whether it is deleted: the row stays, so that the service does not make it again',
    `claim` UUID COMMENT 'Drawn for each try to write the row: says who wrote it'
)
ENGINE = MergeTree
ORDER BY (annotation_id, version)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000
COMMENT 'Notes on the time axis of reports, each with its versions. A version is inserted with a token, so that of several who write it at once the first wins. On shards, the first has all of them';

CREATE TABLE heartbeats
(
    `app` LowCardinality(String) COMMENT 'The app that could write',
    `seen_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'When a process of it could write last'
)
ENGINE = AggregatingMergeTree
ORDER BY app
SETTINGS index_granularity = 8192
COMMENT 'When the service could write last: a long time before now was an outage. On shards, the first has them';

CREATE TABLE alerts_fired
(
    `claim` UUID COMMENT 'Of the row: which of several processes stored it',
    `id` UUID COMMENT 'Of the alert that fired, the same in each attempt',
    `what` Enum8('claim' = 1, 'delivery' = 2, 'end' = 3) COMMENT 'What the row says. claim: a process sends the alert. delivery: what became of it at an address. end: its condition holds no longer',
    `alert` String COMMENT 'Name of the rule',
    `condition` String COMMENT 'Hash of what the rule watches: a rule that watches something else may fire again',
    `when` LowCardinality(String) COMMENT 'What the rule watches: silent, change, goal, dropped or digest',
    `site_id` LowCardinality(String) COMMENT 'Site',
    `rule_sites` Array(String) COMMENT 'The sites of the rule, as it names them',
    `began` DateTime64(3, 'UTC') COMMENT 'When the condition began; where that is not known, when the alert before ended',
    `at` DateTime64(3, 'UTC') COMMENT 'When the row was made',
    `attempt` UInt8 COMMENT 'Of a claim: from 1 on. Another process makes the next one when the one before has told nobody',
    `value` Nullable(Float64) COMMENT 'What was found',
    `expected` Nullable(Float64) COMMENT 'What was expected, or the threshold',
    `addresses` Array(String) COMMENT 'Of a claim: where the alert is sent',
    `address` String COMMENT 'Of a delivery: where it was sent',
    `ok` Bool COMMENT 'Of a delivery: whether it was taken',
    `tries` UInt8 COMMENT 'Of a delivery: how often it was sent',
    `status` Nullable(UInt16) COMMENT 'Of a delivery: the status of the answer, of HTTP or SMTP',
    `error` Nullable(String) COMMENT 'Of a delivery: why it was not taken'
)
ENGINE = MergeTree
ORDER BY (alert, site_id, id)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192
COMMENT 'Alerts that fired, and what became of them. Processes that judge alerts claim each with a token here, so that one of them sends it';

CREATE TABLE deleted_days
(
    `site_id` LowCardinality(String) COMMENT 'Site',
    `day` Date COMMENT 'UTC day',
    `deleted_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'When something of the day was last deleted, by the server clock' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, day)
SETTINGS non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Days of which something was deleted. Their rows stay when nothing of the day is left: whoever copied its numbers learns here that they are gone';

CREATE TABLE site_zones
(
    `kept_at` DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC') COMMENT 'When the row was written, by the server clock: the newest holds',
    `site_ids` Array(String) COMMENT 'The sites that have a time zone in the sites file. All others have UTC',
    `timezones` Array(String) COMMENT 'The zone of each, as the file names it',
    `zones` Array(UInt16) COMMENT 'Number of the zone of each, from 1',
    `spans` Array(Int64) COMMENT 'Number of a zone, times 2^36, plus a time in seconds since 1970 from which on the zone has one offset; ascending',
    `offsets` Array(Int32) COMMENT 'Offset from UTC of each span, seconds; positive east of it'
)
ENGINE = ReplacingMergeTree(kept_at)
ORDER BY tuple()
SETTINGS index_granularity = 8192
COMMENT 'The time zones of sites, as the query app keeps them equal to the sites file: a row has all of them. On shards, the first has them';

CREATE TABLE crawls
(
    `row_version` UInt8 COMMENT 'Version of the message (packages/ping/src/crawl.ts)',
    `site_id` LowCardinality(String) COMMENT 'Site',
    `id` String COMMENT 'Id of the request: the one of the sender, or one derived from the line. With FINAL one row for each id of a site and UTC day' CODEC(ZSTD(1)),
    `occurred_at` DateTime64(3, 'UTC') COMMENT 'Time of the request, as the log or the sender names it; it counts in the period that contains this time' CODEC(Delta(8), ZSTD(1)),
    `received_at` DateTime64(3, 'UTC') COMMENT 'When ingest or an import read it' CODEC(Delta(8), ZSTD(1)),
    `class` Enum8('crawler' = 1, 'person' = 2) COMMENT 'Who asked: a crawler, or what looks like a browser',
    `seen_by` Enum8('log' = 1, 'server' = 2, 'tracker' = 3) COMMENT 'Who saw it. log: an import of a log. server: POST /api/crawl. tracker: a ping that was dropped as that of a bot',
    `hostname` LowCardinality(String) COMMENT 'Host of the page, lower-case; empty when it is not known' CODEC(ZSTD(1)),
    `page_path` LowCardinality(String) COMMENT 'Path of the page, as in pageviews' CODEC(ZSTD(1)),
    `status` UInt16 COMMENT 'Status of the response; 0 of a ping, which has none' CODEC(ZSTD(1)),
    `name` LowCardinality(String) COMMENT 'Name of the crawler, such as GPTBot; empty of a person' CODEC(ZSTD(1)),
    `operator` LowCardinality(String) COMMENT 'Who runs the crawler, such as OpenAI; empty when unknown, and of a person' CODEC(ZSTD(1)),
    `purpose` LowCardinality(String) COMMENT 'What the crawler reads for: training, answers, agent, search, preview, monitor, seo or other; empty of a person' CODEC(ZSTD(1)),
    `verified` Nullable(Bool) COMMENT 'Whether the address is one that the operator publishes; null where it publishes none, and of a person' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Browser of a person; empty of a crawler' CODEC(ZSTD(1)),
    `ip` String COMMENT 'Address of a crawler, as IP_STORAGE keeps it; empty of a person' CODEC(ZSTD(1)),
    `user_agent` LowCardinality(String) COMMENT 'User agent of a crawler; empty of a person' CODEC(ZSTD(1)),
    `referrer` String COMMENT 'Referrer that a crawler sent; empty of a person' CODEC(ZSTD(1)),
    `view_hash` UInt32 COMMENT 'Of a person: hash of site, page, address and user agent, with a key. Pageviews have the same. 0 of a crawler' CODEC(ZSTD(1)),
    `precedence` UInt64 COMMENT 'Of rows with one id the largest counts: the first that was received' CODEC(ZSTD(1)),
    `log_partition` UInt16 COMMENT 'Partition of the log that held the message',
    `log_offset` UInt64 COMMENT 'Offset of the message in its partition' CODEC(Delta(8), ZSTD(1)),
    INDEX occurred_at_minmax occurred_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(precedence)
PARTITION BY toYYYYMM(occurred_at)
ORDER BY (site_id, toDate(occurred_at), id)
SETTINGS non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, merge_selector_base = 20, index_granularity = 8192
COMMENT 'One row for each request of a page that a log, a server or a dropped ping tells of, of crawlers and of persons. Read with FINAL';

CREATE MATERIALIZED VIEW changed_days_from_crawls TO changed_days
(
    `fact` String,
    `site_id` LowCardinality(String),
    `day` Date,
    `session_day` Date,
    `changed_at` DateTime64(3, 'UTC'),
    `last_ping_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills changed_days from each block inserted into crawls'
AS SELECT
    'crawl' AS fact,
    site_id,
    toDate(occurred_at) AS day,
    toDate(0) AS session_day,
    max(now64(3, 'UTC')) AS changed_at,
    toDateTime64(0, 3, 'UTC') AS last_ping_at
FROM crawls
GROUP BY
    site_id,
    day;

CREATE TABLE settled_totals__4549a9d2
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day',
    `minutes` UInt16 COMMENT 'Length of the bucket: 15, 60 or 1440. Each length covers the whole day, so select one length for each range of time',
    `bucket_at` DateTime('UTC') COMMENT 'Start of the bucket',
    `views` UInt64 COMMENT 'Pageviews entered in the bucket',
    `visitors` AggregateFunction(uniqCombined64(17), UUID) COMMENT 'Visitors of these pageviews',
    `visitor_count` UInt64 COMMENT 'Number of these visitors: the result of this state alone',
    `sessions` UInt64 COMMENT 'Sessions that began in the bucket',
    `bounces` UInt64 COMMENT 'Of these, sessions with one pageview',
    `duration_ms` UInt64 COMMENT 'Sum of the durations of these sessions, milliseconds',
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1)),
    PROJECTION views_alone
    (
        SELECT
            site_id,
            day,
            minutes,
            bucket_at,
            views
        ORDER BY
            minutes,
            day,
            site_id,
            bucket_at
    )
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (minutes, day, site_id, bucket_at)
SETTINGS index_granularity_bytes = 8192, index_granularity = 8192
COMMENT 'Totals of a site by bucket, as of the watermark of the day. Days are rebuilt as a whole from pageviews and sessions, never appended to. A table, not a projection: time zones need quarters of an hour, and a projection has one length';

CREATE TABLE settled_sources__c6889239
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day',
    `source` LowCardinality(String) COMMENT 'Source of the visits: a name (Google), a domain, or Direct',
    `medium` LowCardinality(String) COMMENT 'Kind of source',
    `visits` UInt64 COMMENT 'Sessions that began on the day' CODEC(T64, ZSTD(1)),
    `visitors` AggregateFunction(uniqCombined64(17), UUID) COMMENT 'Visitors of these sessions',
    `bounces` UInt64 COMMENT 'Of these, sessions with one pageview' CODEC(T64, ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, -toInt64(visits))
SETTINGS index_granularity = 32
COMMENT 'Sources of the sessions of each day, as of its watermark. Days are rebuilt as a whole from sessions, never appended to. A table, not a projection: sorted by visits, it lets reports skip the long states of small sources';

CREATE TABLE settled_sessions__74682776
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day of first_seen_at',
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'Id of the session (visit); one row each' CODEC(ZSTD(1)),
    `visitor_id` UUID COMMENT 'Visitor' CODEC(ZSTD(1)),
    `first_seen_at` DateTime64(3, 'UTC') DEFAULT toDateTime64(day, 3, 'UTC') COMMENT 'Time of the first ping; the session counts in the period that contains this time' CODEC(T64, ZSTD(1)),
    `duration_ms` UInt64 COMMENT 'Time from the first to the last ping, milliseconds' CODEC(T64, ZSTD(1)),
    `bounced` Bool COMMENT 'Whether the session has exactly one pageview' CODEC(ZSTD(1)),
    `pageviews` UInt32 COMMENT 'Number of its pageviews' CODEC(T64, ZSTD(1)),
    `exit_page` LowCardinality(String) COMMENT 'Path of the last page' CODEC(ZSTD(1)),
    `entry_page` LowCardinality(String) COMMENT 'Path of the first page' CODEC(ZSTD(1)),
    `entry_referrer` LowCardinality(String) COMMENT 'Address of the page that led to the first page; empty when none was sent' CODEC(ZSTD(1)),
    `source` LowCardinality(String) COMMENT 'A name (Google), a domain, or Direct' CODEC(ZSTD(1)),
    `medium` LowCardinality(String) COMMENT 'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium' CODEC(ZSTD(1)),
    `utm_source` LowCardinality(String) COMMENT 'Campaign tag utm_source' CODEC(ZSTD(1)),
    `utm_medium` LowCardinality(String) COMMENT 'Campaign tag utm_medium' CODEC(ZSTD(1)),
    `utm_campaign` LowCardinality(String) COMMENT 'Campaign tag utm_campaign' CODEC(ZSTD(1)),
    `utm_term` LowCardinality(String) COMMENT 'Campaign tag utm_term' CODEC(ZSTD(1)),
    `utm_content` LowCardinality(String) COMMENT 'Campaign tag utm_content' CODEC(ZSTD(1)),
    `country` LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2 code; empty when unknown' CODEC(ZSTD(1)),
    `region` LowCardinality(String) COMMENT 'State or region; empty when unknown' CODEC(ZSTD(1)),
    `city` LowCardinality(String) COMMENT 'City; empty when unknown' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Browser; empty when unknown' CODEC(ZSTD(1)),
    `browser_version` LowCardinality(String) COMMENT 'Version of the browser' CODEC(ZSTD(1)),
    `os` LowCardinality(String) COMMENT 'Operating system; empty when unknown' CODEC(ZSTD(1)),
    `os_version` LowCardinality(String) COMMENT 'Version of the operating system' CODEC(ZSTD(1)),
    `device_type` LowCardinality(String) COMMENT 'Desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' CODEC(ZSTD(1)),
    `hostname` LowCardinality(String) COMMENT 'Host of the first page, lower-case; empty when only a path was sent' CODEC(ZSTD(1)),
    `language` LowCardinality(String) COMMENT 'Language that the browser prefers, such as de-AT; empty when unknown' CODEC(ZSTD(1)),
    `screen` LowCardinality(String) COMMENT 'Width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' CODEC(ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1)),
    INDEX day_times (day, first_seen_at) TYPE minmax GRANULARITY 1,
    PROJECTION by_place
    (
        SELECT
            site_id,
            day,
            toStartOfHour(first_seen_at),
            country,
            region,
            city,
            count()
        GROUP BY
            site_id,
            day,
            toStartOfHour(first_seen_at),
            country,
            region,
            city
    ),
    PROJECTION by_device
    (
        SELECT
            site_id,
            day,
            toStartOfHour(first_seen_at),
            browser,
            os,
            device_type,
            count()
        GROUP BY
            site_id,
            day,
            toStartOfHour(first_seen_at),
            browser,
            os,
            device_type
    ),
    PROJECTION by_watermark
    (
        SELECT
            site_id,
            day,
            max(watermark)
        GROUP BY
            site_id,
            day
    )
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, session_hour, session_id)
SETTINGS default_compression_codec = 'ZSTD(1)', index_granularity = 8192
COMMENT 'Settled copy of sessions: the sessions of each day as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read sessions. Projections hold the sums of each hour';

CREATE TABLE settled_pageviews__0e3c0c91
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day of entered_at',
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'Session' CODEC(ZSTD(1)),
    `pageview_id` UUID COMMENT 'Id of the pageview; one row for each pageview id of a session' CODEC(ZSTD(1)),
    `visitor_id` UUID COMMENT 'Visitor' CODEC(ZSTD(1)),
    `page_path` LowCardinality(String) COMMENT 'Path of the page' CODEC(ZSTD(1)),
    `page_title` LowCardinality(String) COMMENT 'Newest non-empty title that its pings sent' CODEC(ZSTD(1)),
    `entered_at` DateTime64(3, 'UTC') DEFAULT toDateTime64(day, 3, 'UTC') COMMENT 'Time of the first ping; the pageview counts in the period that contains this time' CODEC(T64, ZSTD(1)),
    `exited_at` DateTime64(3, 'UTC') COMMENT 'Time of the last ping' CODEC(T64, ZSTD(1)),
    `previous_at` DateTime64(3, 'UTC') COMMENT 'Time at which the session last entered the same page before; 1970 when it had not. The unique views of a period are those whose previous_at is before the period' CODEC(ZSTD(1)),
    `is_entry` Bool COMMENT 'Whether it is the first pageview of its session' CODEC(ZSTD(1)),
    `is_exit` Bool COMMENT 'Whether it is the last pageview of its session' CODEC(ZSTD(1)),
    `page_number` UInt32 COMMENT 'Number of the page in its session, from 1: pageviews of one page in a row share it' CODEC(T64, ZSTD(1)),
    `next_page` LowCardinality(String) COMMENT 'The next other page in the session, at any later time; empty when there was none' CODEC(ZSTD(1)),
    `focus_time_ms` UInt32 COMMENT 'Milliseconds during which the page was visible and focused' CODEC(T64, ZSTD(1)),
    `scroll_depth` UInt8 COMMENT 'Deepest point seen, percent of the height of the page' CODEC(ZSTD(1)),
    `word_count` UInt32 COMMENT 'Words in the text of the page; 0 when unknown' CODEC(ZSTD(1)),
    `exit_page` LowCardinality(String) COMMENT 'Session: path of the last page' CODEC(ZSTD(1)),
    `entry_page` LowCardinality(String) COMMENT 'Session: path of the first page' CODEC(ZSTD(1)),
    `entry_referrer` LowCardinality(String) COMMENT 'Session: address of the page that led to the first page; empty when none was sent' CODEC(ZSTD(1)),
    `source` LowCardinality(String) COMMENT 'Session: a name (Google), a domain, or Direct' CODEC(ZSTD(1)),
    `medium` LowCardinality(String) COMMENT 'Session: kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium' CODEC(ZSTD(1)),
    `utm_source` LowCardinality(String) COMMENT 'Session: campaign tag utm_source' CODEC(ZSTD(1)),
    `utm_medium` LowCardinality(String) COMMENT 'Session: campaign tag utm_medium' CODEC(ZSTD(1)),
    `utm_campaign` LowCardinality(String) COMMENT 'Session: campaign tag utm_campaign' CODEC(ZSTD(1)),
    `utm_term` LowCardinality(String) COMMENT 'Session: campaign tag utm_term' CODEC(ZSTD(1)),
    `utm_content` LowCardinality(String) COMMENT 'Session: campaign tag utm_content' CODEC(ZSTD(1)),
    `country` LowCardinality(String) COMMENT 'Session: ISO 3166-1 alpha-2 code; empty when unknown' CODEC(ZSTD(1)),
    `region` LowCardinality(String) COMMENT 'Session: state or region; empty when unknown' CODEC(ZSTD(1)),
    `city` LowCardinality(String) COMMENT 'Session: city; empty when unknown' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Session: browser; empty when unknown' CODEC(ZSTD(1)),
    `browser_version` LowCardinality(String) COMMENT 'Session: version of the browser' CODEC(ZSTD(1)),
    `os` LowCardinality(String) COMMENT 'Session: operating system; empty when unknown' CODEC(ZSTD(1)),
    `os_version` LowCardinality(String) COMMENT 'Session: version of the operating system' CODEC(ZSTD(1)),
    `device_type` LowCardinality(String) COMMENT 'Session: desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' CODEC(ZSTD(1)),
    `hostname` LowCardinality(String) COMMENT 'Session: host of the first page, lower-case; empty when only a path was sent' CODEC(ZSTD(1)),
    `language` LowCardinality(String) COMMENT 'Session: language that the browser prefers, such as de-AT; empty when unknown' CODEC(ZSTD(1)),
    `screen` LowCardinality(String) COMMENT 'Session: width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' CODEC(ZSTD(1)),
    `first_seen_at` DateTime64(3, 'UTC') COMMENT 'Session: time of the first ping' CODEC(Delta(8), ZSTD(1)),
    `duration_ms` UInt64 COMMENT 'Session: time from the first to the last ping, milliseconds' CODEC(T64, ZSTD(1)),
    `bounced` Bool COMMENT 'Session: whether it has exactly one pageview' CODEC(ZSTD(1)),
    `lcp_ms` Nullable(UInt32) COMMENT 'Largest Contentful Paint in milliseconds; null when none was reported' CODEC(ZSTD(1)),
    `inp_ms` Nullable(UInt32) COMMENT 'Interaction to Next Paint in milliseconds; null when none was reported' CODEC(ZSTD(1)),
    `fcp_ms` Nullable(UInt32) COMMENT 'First Contentful Paint in milliseconds; null when none was reported' CODEC(ZSTD(1)),
    `ttfb_ms` Nullable(UInt32) COMMENT 'Time to First Byte in milliseconds; null when none was reported' CODEC(ZSTD(1)),
    `cls` Nullable(Float64) COMMENT 'Cumulative Layout Shift; null when none was reported' CODEC(ZSTD(1)),
    `has_vitals` Bool COMMENT 'Whether the browser reported any of its web vitals' CODEC(ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1)),
    INDEX day_times (day, entered_at) TYPE minmax GRANULARITY 1,
    PROJECTION by_page
    (
        SELECT
            site_id,
            day,
            page_path,
            count(),
            countIf(previous_at = 0),
            max(word_count),
            sum(focus_time_ms),
            sum(scroll_depth),
            sumForEach([scroll_depth >= 10, scroll_depth >= 20, scroll_depth >= 30, scroll_depth >= 40, scroll_depth >= 50, scroll_depth >= 60, scroll_depth >= 70, scroll_depth >= 80, scroll_depth >= 90])
        GROUP BY
            site_id,
            day,
            page_path
    ),
    PROJECTION by_next_page
    (
        SELECT
            site_id,
            day,
            page_path,
            next_page,
            count(),
            countIf(previous_at = 0),
            countIf(is_entry)
        GROUP BY
            site_id,
            day,
            page_path,
            next_page
    ),
    PROJECTION rows_by_page
    (
        SELECT
            site_id,
            day,
            page_path,
            next_page,
            is_entry,
            previous_at,
            focus_time_ms,
            scroll_depth,
            word_count,
            exit_page,
            entry_page,
            entry_referrer,
            source,
            medium,
            utm_source,
            utm_medium,
            utm_campaign,
            utm_term,
            utm_content,
            country,
            region,
            city,
            browser,
            browser_version,
            os,
            os_version,
            device_type,
            hostname,
            language,
            screen,
            lcp_ms,
            inp_ms,
            fcp_ms,
            ttfb_ms,
            cls,
            has_vitals
        ORDER BY
            site_id,
            has_vitals,
            page_path,
            country,
            region,
            city,
            os,
            browser,
            source,
            medium
    ),
    PROJECTION by_watermark
    (
        SELECT
            site_id,
            day,
            max(watermark)
        GROUP BY
            site_id,
            day
    )
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, session_hour, session_id)
SETTINGS default_compression_codec = 'ZSTD(1)', index_granularity = 8192
COMMENT 'Settled copy of pageviews: the pageviews of each day as of its watermark, each with its position in its session and the properties of the session. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read pageviews. Projections hold the sums of each day, and its rows by page';

CREATE TABLE settled_visitors__02a37057
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day of first_seen_at',
    `visitor_id` UUID COMMENT 'Id of the visitor; one row for each site that it came to' CODEC(ZSTD(1)),
    `first_seen_at` DateTime64(3, 'UTC') DEFAULT toDateTime64(day, 3, 'UTC') COMMENT 'Time of the first ping of all time on the site' CODEC(Delta(8), ZSTD(1)),
    `earlier_sites` Array(LowCardinality(String)) COMMENT 'The sites that saw the visitor earlier; of sites that saw it in one millisecond, those before this one by name. With several sites together, the visitor is first seen in the row that has none of them here' CODEC(ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1)),
    PROJECTION by_day
    (
        SELECT
            site_id,
            day,
            earlier_sites,
            uniqCombined64State(17)(visitor_id)
        GROUP BY
            site_id,
            day,
            earlier_sites
    )
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, first_seen_at)
SETTINGS index_granularity = 8192
COMMENT 'Settled copy of visitors: the visitors first seen by each site on each day, as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For visitors of sessions that changed later, reports read visitors';

CREATE TABLE settled_events__7133b429
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day of occurred_at',
    `event` LowCardinality(String) COMMENT 'Name of the event' CODEC(ZSTD(1)),
    `occurred_at` DateTime64(3, 'UTC') DEFAULT toDateTime64(day, 3, 'UTC') COMMENT 'When it happened; the event counts in the period that contains this time' CODEC(Delta(8), ZSTD(1)),
    `ping_id` UUID COMMENT 'Id of the ping that reported it; one row each' CODEC(ZSTD(3)),
    `event_id` String COMMENT 'Id chosen by the sender: a site has one event for it. Empty when none was sent' CODEC(ZSTD(3)),
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id; 1970 without session' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'Session, if it has a pageview; otherwise zeros' CODEC(ZSTD(1)),
    `is_first` Bool COMMENT 'Whether it is the first event of its name in its session on this day; false without session' CODEC(ZSTD(1)),
    `visitor_id` UUID COMMENT 'Visitor: the one that was sent, or that of the session; zeros when unknown' CODEC(ZSTD(1)),
    `page_path` LowCardinality(String) COMMENT 'Path of the page; empty when none was sent' CODEC(ZSTD(1)),
    `props` Map(LowCardinality(String), String) COMMENT 'Properties: props[\'plan\'] is the value of plan, empty when there is none' CODEC(ZSTD(3)),
    `amount` Decimal(18, 4) COMMENT 'Revenue, negative for a refund; 0 without currency when none was sent' CODEC(ZSTD(1)),
    `currency` LowCardinality(String) COMMENT 'ISO 4217 code of the currency of amount; empty when no revenue was sent' CODEC(ZSTD(1)),
    `exit_page` LowCardinality(String) COMMENT 'Session: path of the last page' CODEC(ZSTD(1)),
    `entry_page` LowCardinality(String) COMMENT 'Session: path of the first page' CODEC(ZSTD(1)),
    `entry_referrer` LowCardinality(String) COMMENT 'Session: address of the page that led to the first page; empty when none was sent' CODEC(ZSTD(1)),
    `source` LowCardinality(String) COMMENT 'Session: a name (Google), a domain, or Direct' CODEC(ZSTD(1)),
    `medium` LowCardinality(String) COMMENT 'Session: kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the value of utm_medium' CODEC(ZSTD(1)),
    `utm_source` LowCardinality(String) COMMENT 'Session: campaign tag utm_source' CODEC(ZSTD(1)),
    `utm_medium` LowCardinality(String) COMMENT 'Session: campaign tag utm_medium' CODEC(ZSTD(1)),
    `utm_campaign` LowCardinality(String) COMMENT 'Session: campaign tag utm_campaign' CODEC(ZSTD(1)),
    `utm_term` LowCardinality(String) COMMENT 'Session: campaign tag utm_term' CODEC(ZSTD(1)),
    `utm_content` LowCardinality(String) COMMENT 'Session: campaign tag utm_content' CODEC(ZSTD(1)),
    `country` LowCardinality(String) COMMENT 'Session: ISO 3166-1 alpha-2 code; empty when unknown' CODEC(ZSTD(1)),
    `region` LowCardinality(String) COMMENT 'Session: state or region; empty when unknown' CODEC(ZSTD(1)),
    `city` LowCardinality(String) COMMENT 'Session: city; empty when unknown' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Session: browser; empty when unknown' CODEC(ZSTD(1)),
    `browser_version` LowCardinality(String) COMMENT 'Session: version of the browser' CODEC(ZSTD(1)),
    `os` LowCardinality(String) COMMENT 'Session: operating system; empty when unknown' CODEC(ZSTD(1)),
    `os_version` LowCardinality(String) COMMENT 'Session: version of the operating system' CODEC(ZSTD(1)),
    `device_type` LowCardinality(String) COMMENT 'Session: desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' CODEC(ZSTD(1)),
    `hostname` LowCardinality(String) COMMENT 'Session: host of the first page, lower-case; empty when only a path was sent' CODEC(ZSTD(1)),
    `language` LowCardinality(String) COMMENT 'Session: language that the browser prefers, such as de-AT; empty when unknown' CODEC(ZSTD(1)),
    `screen` LowCardinality(String) COMMENT 'Session: width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' CODEC(ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1)),
    INDEX day_times (day, occurred_at) TYPE minmax GRANULARITY 1,
    PROJECTION by_day
    (
        SELECT
            site_id,
            day,
            count(),
            uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))
        GROUP BY
            site_id,
            day
    ),
    PROJECTION by_hour_of_session
    (
        SELECT
            site_id,
            day,
            event,
            currency,
            session_hour,
            count(),
            sum(amount),
            countIf(is_first)
        GROUP BY
            site_id,
            day,
            event,
            currency,
            session_hour
    )
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, event, occurred_at, ping_id)
SETTINGS default_compression_codec = 'ZSTD(1)', index_granularity = 8192
COMMENT 'Settled copy of events: the events of each day that count, as of its watermark, each with the properties of its session. Read without FINAL. Days are rebuilt as a whole, never appended to. A day that changed later is read from events. Projections hold the sums of each day';

CREATE TABLE settled_paths__5a021608
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day of first_view_at',
    `first_view_at` DateTime64(3, 'UTC') DEFAULT toDateTime64(day, 3, 'UTC') COMMENT 'Time of the first pageview of the session; one row for each session' CODEC(T64, ZSTD(1)),
    `node_1` LowCardinality(FixedString(16)) COMMENT 'First node: the 128-bit hash of the path of a page, or of an event. Consecutive equal nodes are one' CODEC(ZSTD(1)),
    `node_2` LowCardinality(FixedString(16)) COMMENT 'Second node; zeros when there was none' CODEC(ZSTD(1)),
    `node_3` LowCardinality(FixedString(16)) COMMENT 'Third node' CODEC(ZSTD(1)),
    `node_4` LowCardinality(FixedString(16)) COMMENT 'Fourth node' CODEC(ZSTD(1)),
    `node_5` LowCardinality(FixedString(16)) COMMENT 'Fifth node' CODEC(ZSTD(1)),
    `node_6` LowCardinality(FixedString(16)) COMMENT 'Sixth node' CODEC(ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, node_1, node_2, node_3, node_4, node_5, node_6)
SETTINGS min_bytes_for_wide_part = 0, index_granularity = 8192
COMMENT 'The first nodes of the sessions of each day, as of its watermark: pageviews and events in order. Days are rebuilt as a whole, never appended to. A table of its own, as events change it too, and as it takes few bytes in this order';

CREATE TABLE settled_crawls__8e70993d
(
    `site_id` LowCardinality(String) COMMENT 'Site; empty in the row that holds the watermark of the day',
    `day` Date COMMENT 'UTC day of occurred_at',
    `occurred_at` DateTime64(3, 'UTC') DEFAULT toDateTime64(day, 3, 'UTC') COMMENT 'Time of the request; it counts in the period that contains this time' CODEC(T64, ZSTD(1)),
    `class` Enum8('crawler' = 1, 'person' = 2) COMMENT 'Who asked: a crawler, or what looks like a browser' CODEC(ZSTD(1)),
    `seen_by` Enum8('log' = 1, 'server' = 2, 'tracker' = 3) COMMENT 'Who saw it. log: an import of a log. server: POST /api/crawl. tracker: a ping that was dropped as that of a bot' CODEC(ZSTD(1)),
    `hostname` LowCardinality(String) COMMENT 'Host of the page; empty when it is not known' CODEC(ZSTD(1)),
    `page_path` LowCardinality(String) COMMENT 'Path of the page' CODEC(ZSTD(1)),
    `status` UInt16 COMMENT 'Status of the response; 0 for a ping, which has none' CODEC(ZSTD(1)),
    `name` LowCardinality(String) COMMENT 'Name of the crawler, such as GPTBot; empty for a person' CODEC(ZSTD(1)),
    `operator` LowCardinality(String) COMMENT 'Who runs the crawler, such as OpenAI; empty when unknown, and for a person' CODEC(ZSTD(1)),
    `purpose` LowCardinality(String) COMMENT 'Why the crawler reads: training, answers, agent, search, preview, monitor, seo or other; empty for a person' CODEC(ZSTD(1)),
    `verified` Nullable(Bool) COMMENT 'Whether the address is one that the operator publishes; null where it publishes none, and for a person' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Browser of a person; empty for a crawler' CODEC(ZSTD(1)),
    `view_hash` UInt32 COMMENT 'For a person, the hash that finds the pageview, another one each month; 0 for a crawler' CODEC(ZSTD(1)),
    `counts_page` Bool COMMENT 'Of a settled day: whether its page counts by this request, one of those of the same page, host and crawler' CODEC(ZSTD(1)),
    `watermark` DateTime64(3, 'UTC') COMMENT 'Pings stored before this time are counted' CODEC(ZSTD(1)),
    INDEX day_times (day, occurred_at) TYPE minmax GRANULARITY 1,
    PROJECTION by_crawler
    (
        SELECT
            site_id,
            day,
            class,
            seen_by,
            hostname,
            name,
            operator,
            purpose,
            count(),
            countIf(status >= 400),
            countIf(verified),
            count(verified),
            groupArrayIf(xxh3(page_path), counts_page)
        GROUP BY
            site_id,
            day,
            class,
            seen_by,
            hostname,
            name,
            operator,
            purpose
    ),
    PROJECTION by_page
    (
        SELECT
            site_id,
            day,
            class,
            seen_by,
            hostname,
            page_path,
            count(),
            countIf(status >= 400),
            countIf(verified),
            count(verified)
        GROUP BY
            site_id,
            day,
            class,
            seen_by,
            hostname,
            page_path
    ),
    PROJECTION by_hour
    (
        SELECT
            site_id,
            day,
            toStartOfHour(occurred_at),
            class,
            seen_by,
            hostname,
            name,
            operator,
            purpose,
            count(),
            countIf(status >= 400)
        GROUP BY
            site_id,
            day,
            toStartOfHour(occurred_at),
            class,
            seen_by,
            hostname,
            name,
            operator,
            purpose
    ),
    PROJECTION by_watermark
    (
        SELECT
            site_id,
            day,
            max(watermark)
        GROUP BY
            site_id,
            day
    )
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (site_id, class, name, occurred_at)
SETTINGS default_compression_codec = 'ZSTD(1)', index_granularity = 8192
COMMENT 'Settled copy of crawls: the requests of each day as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. A day that changed later is read from crawls. Projections hold the sums of each day';
