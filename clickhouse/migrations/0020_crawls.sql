create table if not exists crawls
(
    row_version UInt8 comment 'Version of the message (packages/ping/src/crawl.ts)',
    site_id LowCardinality(String) comment 'Site',
    id String comment 'Id of the request: the one of the sender, or one derived from the line. With FINAL one row for each id of a site and UTC day' codec(ZSTD(1)),
    occurred_at DateTime64(3, 'UTC') comment 'Time of the request, as the log or the sender names it; it counts in the period that contains this time' codec(Delta(8), ZSTD(1)),
    received_at DateTime64(3, 'UTC') comment 'When ingest or an import read it' codec(Delta(8), ZSTD(1)),
    class Enum8('crawler' = 1, 'person' = 2) comment 'Who asked: a crawler, or what looks like a browser',
    seen_by Enum8('log' = 1, 'server' = 2, 'tracker' = 3) comment 'Who saw it. log: an import of a log. server: POST /api/crawl. tracker: a ping that was dropped as that of a bot',
    hostname LowCardinality(String) comment 'Host of the page, lower-case; empty when it is not known' codec(ZSTD(1)),
    page_path LowCardinality(String) comment 'Path of the page, as in pageviews' codec(ZSTD(1)),
    status UInt16 comment 'Status of the response; 0 of a ping, which has none' codec(ZSTD(1)),
    name LowCardinality(String) comment 'Name of the crawler, such as GPTBot; empty of a person' codec(ZSTD(1)),
    operator LowCardinality(String) comment 'Who runs the crawler, such as OpenAI; empty when unknown, and of a person' codec(ZSTD(1)),
    purpose LowCardinality(String) comment 'What the crawler reads for: training, answers, agent, search, preview, monitor, seo or other; empty of a person' codec(ZSTD(1)),
    verified Nullable(Bool) comment 'Whether the address is one that the operator publishes; null where it publishes none, and of a person' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Browser of a person; empty of a crawler' codec(ZSTD(1)),
    ip String comment 'Address of a crawler, as IP_STORAGE keeps it; empty of a person' codec(ZSTD(1)),
    user_agent LowCardinality(String) comment 'User agent of a crawler; empty of a person' codec(ZSTD(1)),
    referrer String comment 'Referrer that a crawler sent; empty of a person' codec(ZSTD(1)),
    view_hash UInt32 comment 'Of a person: hash of site, page, address and user agent, with a key. Pageviews have the same. 0 of a crawler' codec(ZSTD(1)),
    precedence UInt64 comment 'Of rows with one id the largest counts: the first that was received' codec(ZSTD(1)),
    log_partition UInt16 comment 'Partition of the log that held the message',
    log_offset UInt64 comment 'Offset of the message in its partition' codec(Delta(8), ZSTD(1)),
    index occurred_at_minmax occurred_at type minmax granularity 1
)
engine = ReplacingMergeTree(precedence)
partition by toYYYYMM(occurred_at)
order by (site_id, toDate(occurred_at), id)
settings non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, merge_selector_base = 20
comment 'One row for each request of a page that a log, a server or a dropped ping tells of, of crawlers and of persons. Read with FINAL';

alter table changed_days
    modify column fact Enum8('ping' = 1, 'session' = 2, 'visitor' = 3, 'late' = 4, 'path' = 5, 'event' = 6, 'crawl' = 7) comment 'What changed. session, visitor, path, event, crawl: rows of the settled tables of these. ping: there are pings of the day. late: first visits on any day from this one on';

create materialized view if not exists changed_days_from_crawls to changed_days as
select
    'crawl' as fact,
    site_id,
    toDate(occurred_at) as day,
    toDate(0) as session_day,
    max(now64(3, 'UTC')) as changed_at,
    toDateTime64(0, 3, 'UTC') as last_ping_at
from crawls
group by
    site_id,
    day
comment 'Fills changed_days from each block inserted into crawls';

alter table pings
    add column if not exists view_hash UInt32
        comment 'Of a view: hash of site, page, address and user agent, with a key. The request of the page in a log has the same. 0 of all others'
        codec(ZSTD(1))
        after ip;

alter table pageviews
    add column if not exists view_hash SimpleAggregateFunction(max, UInt32)
        comment 'Hash of site, page, address and user agent, with a key: the request of the page in a log has the same (crawls). 0 when none was stored'
        codec(ZSTD(1));

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
    maxMap(pings.vitals) as vitals,
    max(pings.view_hash) as view_hash
from pings
where drop_reason = ''
  and event = ''
group by
    site_id,
    session_hour,
    session_id,
    pageview_id;
