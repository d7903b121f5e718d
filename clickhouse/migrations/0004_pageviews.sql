create table if not exists pageviews
(
    site_id LowCardinality(String) comment 'Site',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id, at most 25 h before and 2 h after entered_at. Filter on it with this slack to read few rows' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'Session' codec(ZSTD(1)),
    pageview_id UUID comment 'Id of the pageview; with FINAL one row for each pageview id of a session' codec(ZSTD(1)),
    visitor_id SimpleAggregateFunction(min, UUID) comment 'Visitor' codec(ZSTD(1)),
    page_path SimpleAggregateFunction(min, LowCardinality(String)) comment 'Path of the page' codec(ZSTD(1)),
    title SimpleAggregateFunction(max, Tuple(pinged_at DateTime64(3, 'UTC'), text String)) comment 'Newest non-empty title, with the time of its ping. For the text alone select page_title: FINAL does not merge an element of a tuple read alone' codec(ZSTD(3)),
    referrer SimpleAggregateFunction(max, LowCardinality(String)) comment 'Address of the page that led here; empty when none was sent' codec(ZSTD(1)),
    entered_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time of the first ping; the pageview counts in the period that contains this time' codec(T64, ZSTD(1)),
    exited_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last ping' codec(T64, ZSTD(1)),
    focus_time_ms SimpleAggregateFunction(max, UInt32) comment 'Milliseconds during which the page was visible and focused' codec(T64, ZSTD(1)),
    scroll_depth SimpleAggregateFunction(max, UInt8) comment 'Deepest point seen, percent of the height of the page' codec(ZSTD(1)),
    word_count SimpleAggregateFunction(max, UInt32) comment 'Words in the text of the page; 0 when unknown' codec(T64, ZSTD(1)),
    page_title String alias tupleElement(title, 'text') comment 'Newest non-empty title',
    index entered_at_minmax entered_at type minmax granularity 1
)
engine = AggregatingMergeTree
partition by toYYYYMM(session_hour)
order by (site_id, session_hour, session_id, pageview_id)
settings index_granularity = 1024, non_replicated_deduplication_window = 10000, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1, merge_selector_base = 20
comment 'One row per pageview of a session, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the pageview, so a ping stored twice changes nothing';

create materialized view if not exists pageviews_from_pings to pageviews as
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
    pageview_id
comment 'Fills pageviews from each block inserted into pings';

create table if not exists page_titles
(
    site_id LowCardinality(String) comment 'Site',
    page_path String comment 'Path of the page; with FINAL one row each' codec(ZSTD(1)),
    title SimpleAggregateFunction(max, Tuple(pinged_at DateTime64(3, 'UTC'), text String)) comment 'Newest non-empty title, with the time of its ping. For the text alone select page_title: FINAL does not merge an element of a tuple read alone' codec(ZSTD(1)),
    page_title String alias tupleElement(title, 'text') comment 'Newest non-empty title; empty when none was sent'
)
engine = AggregatingMergeTree
order by (site_id, page_path)
settings non_replicated_deduplication_window = 10000, merge_selector_base = 30
comment 'One row per page, filled from pings. Read with FINAL';

create materialized view if not exists page_titles_from_pings to page_titles as
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
    page_path
comment 'Fills page_titles from each block inserted into pings'
