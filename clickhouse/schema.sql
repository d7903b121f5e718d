-- The schema that the migrations make, for reading. Written by `npm run schema:dump`; a test fails when it is stale.

CREATE TABLE carried_views
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `slot` DateTime('UTC') COMMENT 'Begin of an hour',
    `edge` Enum8('begin' = 1, 'end' = 2) COMMENT 'Which edge of the hour the session was carried over. Each edge stands at both hours that it parts, as these may be of different days',
    `page_path` String COMMENT 'A page that the session viewed before the edge and after it',
    `session_id` UUID COMMENT 'The session',
    `next_at` DateTime64(3, 'UTC') COMMENT 'When it first viewed the page after the edge' CODEC(ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, slot, edge, page_path)
SETTINGS index_granularity = 8192
COMMENT 'Rollup: sessions that viewed a page before and after the edge of an hour. With them unique views add up: those of a period are the first views in it, and the views carried over its begin. Rebuilt a day at a time from pageviews, never added to';

CREATE TABLE dead_letters
(
    `log_partition` UInt16 COMMENT 'Partition of the log that held the message',
    `log_offset` UInt64 COMMENT 'Offset of the message in its partition',
    `checksum` FixedString(64) COMMENT 'SHA-256 of value, hexadecimal. A topic that was made anew counts its offsets from 0 again: this tells its messages from the old ones' CODEC(ZSTD(1)),
    `site_id` SimpleAggregateFunction(min, String) COMMENT 'The site that the ping was sent for; empty when that cannot be read' CODEC(ZSTD(1)),
    `received_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'When ingest received it; when that cannot be read, when it was first refused' CODEC(ZSTD(1)),
    `refused_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'When ClickHouse first refused it' CODEC(ZSTD(1)),
    `reason` SimpleAggregateFunction(max, String) COMMENT 'Why, in the words of ClickHouse' CODEC(ZSTD(1)),
    `value` SimpleAggregateFunction(max, String) COMMENT 'The message, byte by byte: a whole ping, often' CODEC(ZSTD(1)),
    `replayed_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'When it was put back into the log, mended; 1970 while it was not' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (log_partition, log_offset, checksum)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192
COMMENT 'Messages of the log that ClickHouse refused for their content. Read with FINAL. One that is refused again changes nothing here. The log of dead letters holds the same';

CREATE TABLE device_visits
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `minutes` UInt16 COMMENT 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    `slot` DateTime('UTC') COMMENT 'Begin of the slot',
    `browser` LowCardinality(String) COMMENT 'Browser; empty when unknown',
    `os` LowCardinality(String) COMMENT 'Operating system; empty when unknown',
    `device_type` LowCardinality(String) COMMENT 'Kind of device; empty when unknown',
    `visits` UInt64 COMMENT 'Sessions begun in the slot' CODEC(T64, ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, minutes, slot, browser, os, device_type)
SETTINGS index_granularity = 8192
COMMENT 'Rollup: what sessions were made with, by slot. Rebuilt a day at a time from sessions, never added to';

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

CREATE TABLE new_visitors
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `slot` DateTime('UTC') COMMENT 'The day',
    `first_seen_at` DateTime64(3, 'UTC') COMMENT 'When a visitor was first seen: a row for each' CODEC(Delta(8), ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, first_seen_at)
SETTINGS index_granularity = 8192
COMMENT 'Rollup: when the visitors of a site were first seen. Rebuilt a day at a time from visitors, never added to';

CREATE TABLE page_titles
(
    `site_id` LowCardinality(String) COMMENT 'The site',
    `page_path` String COMMENT 'Path of the page: one row each, once read with FINAL' CODEC(ZSTD(1)),
    `title` SimpleAggregateFunction(max, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        text String)) COMMENT 'Its newest non-empty title, with the time of its ping. For the text alone read page_title: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(1)),
    `page_title` String ALIAS tupleElement(title, 'text') COMMENT 'Its newest non-empty title; empty when none was sent'
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, page_path)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192
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
WHERE drop_reason = ''
GROUP BY
    site_id,
    page_path;

CREATE TABLE page_views
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `minutes` UInt16 COMMENT 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    `slot` DateTime('UTC') COMMENT 'Begin of the slot',
    `page_path` LowCardinality(String) COMMENT 'Path of the page' CODEC(ZSTD(1)),
    `views` UInt64 COMMENT 'Its pageviews entered in the slot' CODEC(T64, ZSTD(1)),
    `first_views` UInt64 COMMENT 'Of these, those that were the first of the page in their session' CODEC(T64, ZSTD(1)),
    `focus_time_ms` UInt64 COMMENT 'Sum of their focus times in milliseconds' CODEC(T64, ZSTD(1)),
    `scroll_depth` UInt64 COMMENT 'Sum of their scroll depths in percent' CODEC(T64, ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, minutes, slot, page_path)
SETTINGS index_granularity = 8192
COMMENT 'Rollup: pages of a site by slot. Rebuilt a day at a time from pageviews, never added to';

CREATE TABLE pageviews
(
    `site_id` LowCardinality(String) COMMENT 'The site',
    `entered_hour` DateTime('UTC') COMMENT 'Hour of the time inside pageview_id, at most 24 h before and 10 min after entered_at. Filter on it with that slack to read few rows' CODEC(Delta(4), ZSTD(1)),
    `pageview_id` UUID COMMENT 'The pageview: one row each, once read with FINAL' CODEC(ZSTD(1)),
    `session_id` SimpleAggregateFunction(min, UUID) COMMENT 'Its session' CODEC(ZSTD(1)),
    `visitor_id` SimpleAggregateFunction(min, UUID) COMMENT 'Its visitor' CODEC(ZSTD(1)),
    `page_path` SimpleAggregateFunction(min, LowCardinality(String)) COMMENT 'Path of the page' CODEC(ZSTD(1)),
    `title` SimpleAggregateFunction(max, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        text String)) COMMENT 'Newest non-empty title, with the time of its ping. For the text alone read page_title: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `referrer` SimpleAggregateFunction(max, LowCardinality(String)) COMMENT 'Address of the page that led here; empty when none was sent' CODEC(ZSTD(1)),
    `entered_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time of its first ping: the pageview belongs to the period that holds this time' CODEC(T64, ZSTD(1)),
    `exited_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time of its last ping' CODEC(T64, ZSTD(1)),
    `focus_time_ms` SimpleAggregateFunction(max, UInt32) COMMENT 'Milliseconds during which the page was visible and focused' CODEC(T64, ZSTD(1)),
    `scroll_depth` SimpleAggregateFunction(max, UInt8) COMMENT 'Deepest point seen, percent of the height of the page' CODEC(ZSTD(1)),
    `word_count` SimpleAggregateFunction(max, UInt32) COMMENT 'Words in the text of the page; 0 when unknown' CODEC(T64, ZSTD(1)),
    `page_title` String ALIAS tupleElement(title, 'text') COMMENT 'Newest non-empty title',
    INDEX entered_at_minmax entered_at TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(entered_hour)
ORDER BY (site_id, entered_hour, pageview_id)
SETTINGS non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, index_granularity = 8192
COMMENT 'One row per pageview, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the pageview, so storing a ping again changes nothing';

CREATE TABLE pageviews_by_page
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `slot` DateTime('UTC') COMMENT 'The day in which the pageview was entered',
    `page_path` LowCardinality(String) COMMENT 'Path of the page' CODEC(ZSTD(1)),
    `entered_at` DateTime64(3, 'UTC') COMMENT 'Time of its first ping' CODEC(T64, ZSTD(1)),
    `previous_at` DateTime64(3, 'UTC') COMMENT 'When the same page was entered before in the same session; 1970 when it was not. Unique views of a period are those whose previous_at is before it' CODEC(ZSTD(1)),
    `is_entry` Bool COMMENT 'Whether it is the first pageview of its session' CODEC(ZSTD(1)),
    `next_page` LowCardinality(String) COMMENT 'The first other page that came after it in its session, whenever that was; empty when it was the last one' CODEC(ZSTD(1)),
    `focus_time_ms` UInt32 COMMENT 'Milliseconds during which the page was visible and focused' CODEC(T64, ZSTD(1)),
    `scroll_depth` UInt8 COMMENT 'Deepest point seen, percent of the height of the page' CODEC(ZSTD(1)),
    `word_count` UInt32 COMMENT 'Words in the text of the page; 0 when unknown' CODEC(ZSTD(1)),
    `source` LowCardinality(String) COMMENT 'Of its session: where the visit came from: a name (Google), a domain, or Direct' CODEC(ZSTD(1)),
    `medium` LowCardinality(String) COMMENT 'Of its session: kind of source' CODEC(ZSTD(1)),
    `utm_source` LowCardinality(String) COMMENT 'Of its session: campaign tag utm_source' CODEC(ZSTD(1)),
    `utm_medium` LowCardinality(String) COMMENT 'Of its session: campaign tag utm_medium' CODEC(ZSTD(1)),
    `utm_campaign` LowCardinality(String) COMMENT 'Of its session: campaign tag utm_campaign' CODEC(ZSTD(1)),
    `utm_term` LowCardinality(String) COMMENT 'Of its session: campaign tag utm_term' CODEC(ZSTD(1)),
    `utm_content` LowCardinality(String) COMMENT 'Of its session: campaign tag utm_content' CODEC(ZSTD(1)),
    `entry_page` LowCardinality(String) COMMENT 'Of its session: path of the first page' CODEC(ZSTD(1)),
    `country` LowCardinality(String) COMMENT 'Of its session: ISO 3166-1 alpha-2 code; empty when unknown' CODEC(ZSTD(1)),
    `region` LowCardinality(String) COMMENT 'Of its session: state or region; empty when unknown' CODEC(ZSTD(1)),
    `city` LowCardinality(String) COMMENT 'Of its session: city; empty when unknown' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Of its session: browser; empty when unknown' CODEC(ZSTD(1)),
    `browser_version` LowCardinality(String) COMMENT 'Of its session: version of the browser' CODEC(ZSTD(1)),
    `os` LowCardinality(String) COMMENT 'Of its session: operating system; empty when unknown' CODEC(ZSTD(1)),
    `os_version` LowCardinality(String) COMMENT 'Of its session: version of the operating system' CODEC(ZSTD(1)),
    `device_type` LowCardinality(String) COMMENT 'Of its session: kind of device; empty when unknown' CODEC(ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1)),
    PROJECTION next_pages
    (
        SELECT
            site_id,
            slot,
            page_path,
            next_page,
            count(),
            countIf(previous_at = 0),
            countIf(is_entry)
        GROUP BY
            site_id,
            slot,
            page_path,
            next_page
    ),
    PROJECTION page_days
    (
        SELECT
            site_id,
            slot,
            page_path,
            count(),
            max(word_count),
            sum(focus_time_ms),
            sum(scroll_depth),
            sumForEach([scroll_depth >= 10, scroll_depth >= 20, scroll_depth >= 30, scroll_depth >= 40, scroll_depth >= 50, scroll_depth >= 60, scroll_depth >= 70, scroll_depth >= 80, scroll_depth >= 90])
        GROUP BY
            site_id,
            slot,
            page_path
    )
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, page_path, focus_time_ms)
SETTINGS index_granularity = 1024
COMMENT 'Rollup: one row per pageview, in the order of pages and focus times, with what came before and after it in its session, and all that reports can be filtered by. Projections hold the sums of a day. Rebuilt a day at a time from pageviews and sessions, never added to';

CREATE MATERIALIZED VIEW pageviews_from_pings TO pageviews
(
    `site_id` LowCardinality(String),
    `entered_hour` DateTime('UTC'),
    `pageview_id` UUID,
    `session_id` UUID,
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
    `word_count` UInt32
)
COMMENT 'Fills pageviews from each block inserted into pings'
AS SELECT
    site_id,
    toStartOfHour(UUIDv7ToDateTime(pageview_id, 'UTC')) AS entered_hour,
    pageview_id,
    min(pings.session_id) AS session_id,
    min(pings.visitor_id) AS visitor_id,
    min(pings.page_path) AS page_path,
    max(CAST(if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title)), 'Tuple(pinged_at DateTime64(3, \'UTC\'), text String)')) AS title,
    max(pings.referrer) AS referrer,
    min(pinged_at) AS entered_at,
    max(pinged_at) AS exited_at,
    max(pings.focus_time_ms) AS focus_time_ms,
    max(pings.scroll_depth) AS scroll_depth,
    max(pings.word_count) AS word_count
FROM pings
WHERE drop_reason = ''
GROUP BY
    site_id,
    entered_hour,
    pageview_id;

CREATE TABLE pings
(
    `row_version` UInt8 DEFAULT 1 COMMENT 'Shape of the message in the log that the row came from (packages/ping/src/columns.ts)',
    `ping_id` UUID COMMENT 'Given once, when ingest received the ping: a row stored twice has the same id. Ordered within one ingest process' CODEC(ZSTD(3)),
    `site_id` LowCardinality(String) COMMENT 'The site that the ping was sent for',
    `type` Enum8('view' = 1, 'engage' = 2) COMMENT 'view: a page was entered. engage: the page is still open, or was left',
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
    `ip` String COMMENT 'Address of the visitor, as IP_STORAGE keeps it: full, truncated to /24 or /48, or empty' CODEC(ZSTD(3)),
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
    `drop_reason` LowCardinality(String) COMMENT 'Why the ping was dropped: bot, spam_referrer, excluded_ip or unknown_site; then its row holds only ids and times of the ping itself, site and type, and nothing of the visitor. Empty for an accepted ping' CODEC(ZSTD(1)),
    `log_partition` UInt16 COMMENT 'Partition of the log that held the message',
    `log_offset` UInt64 COMMENT 'Offset of the message in its partition: gaps show loss, repetitions show redelivery' CODEC(Delta(8), ZSTD(1)),
    INDEX received_at_range received_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(pinged_at)
ORDER BY (site_id, toStartOfHour(pinged_at), session_id, ping_id)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192
COMMENT 'Every ping that was received: accepted ones whole, dropped ones as a bare fact (drop_reason). For accounts, audits, replays and the realtime report; reports read pageviews, sessions and visitors. Redelivered rows vanish when parts merge: count with uniqExact(ping_id) or read with FINAL';

CREATE VIEW pings_hourly
(
    `site_id` String COMMENT 'The site; empty for a dead letter whose site cannot be read',
    `hour` DateTime('UTC') COMMENT 'UTC hour in which they were received',
    `outcome` String COMMENT 'stored, dropped or dead_lettered',
    `reason` String COMMENT 'Why they were dropped: bot, spam_referrer, excluded_ip or unknown_site; else empty',
    `pings` UInt64 COMMENT 'How many'
)
COMMENT 'What became of the pings that were received (answered with 202). Exact, also when messages were delivered twice. Those that still wait in the log are not in it yet, those that RETENTION_PINGS removed no more'
AS SELECT
    site_id,
    toStartOfHour(received_at) AS hour,
    outcome,
    reason,
    count() AS pings
FROM
(
    SELECT
        site_id,
        received_at,
        if(drop_reason = '', 'stored', 'dropped') AS outcome,
        drop_reason AS reason
    FROM pings
    FINAL
    UNION ALL
    SELECT
        site_id,
        received_at,
        'dead_lettered' AS outcome,
        '' AS reason
    FROM dead_letters
    FINAL
    WHERE replayed_at = 0
)
GROUP BY
    site_id,
    hour,
    outcome,
    reason;

CREATE TABLE place_visits
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `minutes` UInt16 COMMENT 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    `slot` DateTime('UTC') COMMENT 'Begin of the slot',
    `country` LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2 code; empty when unknown',
    `region` LowCardinality(String) COMMENT 'State or region; empty when unknown',
    `city` LowCardinality(String) COMMENT 'City; empty when unknown',
    `visits` UInt64 COMMENT 'Sessions begun in the slot' CODEC(T64, ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, minutes, slot, country, region, city)
SETTINGS index_granularity = 8192
COMMENT 'Rollup: where the visitors of sessions were, by slot. Rebuilt a day at a time from sessions, never added to';

CREATE TABLE sessions
(
    `site_id` LowCardinality(String) COMMENT 'The site',
    `session_hour` DateTime('UTC') COMMENT 'Hour of the time inside session_id, at most 24 h before and 10 min after first_seen_at. Filter on it with that slack to read few rows' CODEC(Delta(4), ZSTD(1)),
    `session_id` UUID COMMENT 'The session (visit): one row each, once read with FINAL' CODEC(ZSTD(1)),
    `visitor_id` SimpleAggregateFunction(min, UUID) COMMENT 'Its visitor' CODEC(ZSTD(1)),
    `first_seen_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time of its first ping: the session belongs to the period that holds this time' CODEC(T64, ZSTD(1)),
    `last_seen_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time of its last ping' CODEC(T64, ZSTD(1)),
    `first_pageview_id` SimpleAggregateFunction(min, UUID) COMMENT 'Smallest of the ids of its pageviews: equal to the largest when the session bounced' CODEC(ZSTD(1)),
    `last_pageview_id` SimpleAggregateFunction(max, UUID) COMMENT 'Largest of the ids of its pageviews' CODEC(ZSTD(1)),
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
        entry_page String)) COMMENT 'Where it came from: of its first ping, which is the smallest by time, then id. Read its parts by the columns below: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `geography` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        ip String,
        country String,
        region String,
        city String,
        latitude Nullable(Float32),
        longitude Nullable(Float32))) COMMENT 'Where the visitor was: of its first ping. Read its parts by the columns below: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `device` SimpleAggregateFunction(min, Tuple(
        pinged_at DateTime64(3, 'UTC'),
        ping_id UUID,
        browser String,
        browser_version String,
        os String,
        os_version String,
        device_type String)) COMMENT 'What the visitor used: of its first ping. Read its parts by the columns below: FINAL does not merge a part of a tuple read by itself' CODEC(ZSTD(3)),
    `bounced` Bool ALIAS first_pageview_id = last_pageview_id COMMENT 'Whether it holds exactly one pageview',
    `source` String ALIAS tupleElement(acquisition, 'source') COMMENT 'Where the visit came from: a name (Google), a domain, or Direct',
    `medium` String ALIAS tupleElement(acquisition, 'medium') COMMENT 'Kind of source: organic, social, ai, email, video, code, news, paid, referral, none, or the tagged one',
    `referrer` String ALIAS tupleElement(acquisition, 'referrer') COMMENT 'Address of the page that led here',
    `utm_source` String ALIAS tupleElement(acquisition, 'utm_source') COMMENT 'Campaign tag utm_source',
    `utm_medium` String ALIAS tupleElement(acquisition, 'utm_medium') COMMENT 'Campaign tag utm_medium',
    `utm_campaign` String ALIAS tupleElement(acquisition, 'utm_campaign') COMMENT 'Campaign tag utm_campaign',
    `utm_term` String ALIAS tupleElement(acquisition, 'utm_term') COMMENT 'Campaign tag utm_term',
    `utm_content` String ALIAS tupleElement(acquisition, 'utm_content') COMMENT 'Campaign tag utm_content',
    `hostname` String ALIAS tupleElement(acquisition, 'hostname') COMMENT 'Host of the first page',
    `entry_page` String ALIAS tupleElement(acquisition, 'entry_page') COMMENT 'Path of the first page',
    `ip` String ALIAS tupleElement(geography, 'ip') COMMENT 'Address of the visitor, as IP_STORAGE keeps it',
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
    INDEX first_seen_at_minmax first_seen_at TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(session_hour)
ORDER BY (site_id, session_hour, session_id)
SETTINGS non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, index_granularity = 8192
COMMENT 'One row per session, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the session, so storing a ping again changes nothing';

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
        device_type String)
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
    min(CAST((pinged_at, ping_id, browser, browser_version, os, os_version, device_type), 'Tuple(pinged_at DateTime64(3, \'UTC\'), ping_id UUID, browser String, browser_version String, os String, os_version String, device_type String)')) AS device
FROM pings
WHERE drop_reason = ''
GROUP BY
    site_id,
    session_hour,
    session_id;

CREATE TABLE source_visits
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `minutes` UInt16 COMMENT 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    `slot` DateTime('UTC') COMMENT 'Begin of the slot',
    `source` LowCardinality(String) COMMENT 'Where the visits came from: a name, a domain, or Direct',
    `medium` LowCardinality(String) COMMENT 'Kind of source',
    `visits` UInt64 COMMENT 'Sessions begun in the slot' CODEC(T64, ZSTD(1)),
    `visitors` AggregateFunction(uniqCombined64(17), UUID) COMMENT 'Their visitors',
    `bounces` UInt64 COMMENT 'Of these sessions, those of one pageview' CODEC(T64, ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, minutes, slot, -toInt64(visits))
SETTINGS index_granularity = 32
COMMENT 'Rollup: where sessions came from, by slot. Rebuilt a day at a time from sessions, never added to';

CREATE TABLE totals
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `minutes` UInt16 COMMENT 'Length of the slot: 15, 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    `slot` DateTime('UTC') COMMENT 'Begin of the slot',
    `views` UInt64 COMMENT 'Pageviews entered in the slot',
    `visitors` AggregateFunction(uniqCombined64(17), UUID) COMMENT 'Their visitors',
    `visitor_count` UInt64 COMMENT 'How many these are: what the state alone says',
    `sessions` UInt64 COMMENT 'Sessions begun in the slot',
    `bounces` UInt64 COMMENT 'Of these, those of one pageview',
    `duration_ms` UInt64 COMMENT 'Of these sessions, the sum of last ping - first ping in milliseconds',
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted'
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, minutes, slot)
SETTINGS index_granularity = 1
COMMENT 'Rollup: totals of a site by slot. Rebuilt a day at a time from pageviews and sessions, never added to';

CREATE TABLE touched_hours
(
    `site_id` LowCardinality(String) COMMENT 'The site',
    `hour` DateTime('UTC') COMMENT 'An hour in which pageviews or sessions of a stored ping may lie' CODEC(Delta(4), ZSTD(1)),
    `stored_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'When, by the clock of the server, the last such ping was being stored' CODEC(ZSTD(1)),
    `late_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'The same, of pings of this hour that were stored a day or more after they happened: they may move when a visitor was first seen from any later hour into this one' CODEC(ZSTD(1)),
    `last_ping_at` SimpleAggregateFunction(max, DateTime64(3, 'UTC')) COMMENT 'Time of the last of these pings: the greatest of a site is that of its last ping' CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, hour)
SETTINGS non_replicated_deduplication_window = 0, index_granularity = 8192
COMMENT 'Which hours of a site changed when: an hour that was touched after its day was rolled up is read from the entity tables. It decides where numbers are read, never what they are, so a repetition changes no report';

CREATE MATERIALIZED VIEW touched_hours_from_pings TO touched_hours
(
    `site_id` LowCardinality(String),
    `hour` DateTime('UTC'),
    `stored_at` DateTime64(3, 'UTC'),
    `late_at` DateTime64(3, 'UTC'),
    `last_ping_at` DateTime64(3, 'UTC')
)
COMMENT 'Fills touched_hours from each block inserted into pings'
AS WITH
    pinged_hours AS
    (
        SELECT
            site_id,
            toStartOfHour(least(UUIDv7ToDateTime(session_id, 'UTC'), UUIDv7ToDateTime(pageview_id, 'UTC')) - toIntervalMinute(10)) AS first_hour,
            toStartOfHour(greatest(UUIDv7ToDateTime(session_id, 'UTC'), UUIDv7ToDateTime(pageview_id, 'UTC')) + toIntervalHour(24)) AS last_hour,
            toStartOfHour(pinged_at) AS ping_hour,
            max(pinged_at) AS last_ping
        FROM pings
        WHERE drop_reason = ''
        GROUP BY
            site_id,
            first_hour,
            last_hour,
            ping_hour
    )
SELECT
    site_id,
    toDateTime(arrayJoin(range(toUInt32(first_hour), toUInt32(last_hour) + 1, 3600)), 'UTC') AS hour,
    max(now64(3, 'UTC')) AS stored_at,
    max(if((hour = ping_hour) AND (now64(3, 'UTC') >= last_hour), now64(3, 'UTC'), toDateTime64(0, 3, 'UTC'))) AS late_at,
    max(last_ping) AS last_ping_at
FROM pinged_hours
GROUP BY
    site_id,
    hour;

CREATE TABLE visitors
(
    `site_id` LowCardinality(String) COMMENT 'The site',
    `visitor_hour` DateTime('UTC') COMMENT 'Hour of the time inside visitor_id: at most 5 years before first_seen_at' CODEC(Delta(4), ZSTD(1)),
    `visitor_id` UUID COMMENT 'The visitor: one row each, once read with FINAL' CODEC(ZSTD(1)),
    `first_seen_at` SimpleAggregateFunction(min, DateTime64(3, 'UTC')) COMMENT 'Time of the first ping ever: whoever was first seen before a period is a returning visitor in it' CODEC(Delta(8), ZSTD(1)),
    INDEX first_seen_at_minmax first_seen_at TYPE minmax GRANULARITY 1
)
ENGINE = AggregatingMergeTree
ORDER BY (site_id, visitor_hour, visitor_id)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192
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
WHERE drop_reason = ''
GROUP BY
    site_id,
    visitor_hour,
    visitor_id;

CREATE TABLE visits
(
    `site_id` LowCardinality(String) COMMENT 'The site; empty in the one row of a day that says up to when it is complete',
    `slot` DateTime('UTC') COMMENT 'The day',
    `visitor_id` UUID COMMENT 'The visitor' CODEC(ZSTD(1)),
    `begun_at` DateTime64(3, 'UTC') COMMENT 'Time of the first ping of the session if that is of this day, and else 1970' CODEC(Delta(8), ZSTD(1)),
    `viewed_at` Array(DateTime64(3, 'UTC')) COMMENT 'When its pageviews of this day were entered, in order' CODEC(Delta(8), ZSTD(1)),
    `duration_ms` UInt64 COMMENT 'Last ping - first ping of the session in milliseconds' CODEC(T64, ZSTD(1)),
    `bounced` Bool COMMENT 'Whether the session holds exactly one pageview' CODEC(ZSTD(1)),
    `source` LowCardinality(String) COMMENT 'Where the visit came from: a name (Google), a domain, or Direct' CODEC(ZSTD(1)),
    `medium` LowCardinality(String) COMMENT 'Kind of source' CODEC(ZSTD(1)),
    `utm_source` LowCardinality(String) COMMENT 'Campaign tag utm_source' CODEC(ZSTD(1)),
    `utm_medium` LowCardinality(String) COMMENT 'Campaign tag utm_medium' CODEC(ZSTD(1)),
    `utm_campaign` LowCardinality(String) COMMENT 'Campaign tag utm_campaign' CODEC(ZSTD(1)),
    `utm_term` LowCardinality(String) COMMENT 'Campaign tag utm_term' CODEC(ZSTD(1)),
    `utm_content` LowCardinality(String) COMMENT 'Campaign tag utm_content' CODEC(ZSTD(1)),
    `entry_page` LowCardinality(String) COMMENT 'Path of the first page' CODEC(ZSTD(1)),
    `country` LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2 code; empty when unknown' CODEC(ZSTD(1)),
    `region` LowCardinality(String) COMMENT 'State or region; empty when unknown' CODEC(ZSTD(1)),
    `city` LowCardinality(String) COMMENT 'City; empty when unknown' CODEC(ZSTD(1)),
    `browser` LowCardinality(String) COMMENT 'Browser; empty when unknown' CODEC(ZSTD(1)),
    `browser_version` LowCardinality(String) COMMENT 'Version of the browser' CODEC(ZSTD(1)),
    `os` LowCardinality(String) COMMENT 'Operating system; empty when unknown' CODEC(ZSTD(1)),
    `os_version` LowCardinality(String) COMMENT 'Version of the operating system' CODEC(ZSTD(1)),
    `device_type` LowCardinality(String) COMMENT 'Kind of device; empty when unknown' CODEC(ZSTD(1)),
    `complete_until` DateTime64(3, 'UTC') COMMENT 'Pings that were stored before this time are counted' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(slot)
ORDER BY (site_id, begun_at)
SETTINGS index_granularity = 8192
COMMENT 'Rollup: one row per session and day on which it began or viewed a page, with all that reports can be filtered by. A session of several visitors has a row for each. Rebuilt a day at a time from sessions and pageviews, never added to';
