create table if not exists pageviews
(
    site_id LowCardinality(String) comment 'The site',
    entered_hour DateTime('UTC') comment 'Hour of the time inside pageview_id, at most 24 h before and 10 min after entered_at. Filter on it with that slack to read few rows' codec(Delta, ZSTD(1)),
    pageview_id UUID comment 'The pageview: one row each, once read with FINAL' codec(ZSTD(1)),
    session_id SimpleAggregateFunction(min, UUID) comment 'Its session' codec(ZSTD(1)),
    visitor_id SimpleAggregateFunction(min, UUID) comment 'Its visitor' codec(ZSTD(1)),
    page_path SimpleAggregateFunction(min, String) comment 'Path of the page' codec(ZSTD(1)),
    title SimpleAggregateFunction(max, Tuple(pinged_at DateTime64(3, 'UTC'), text String)) comment 'Newest non-empty title, with the time of its ping. For the text alone read page_title: FINAL does not merge a part of a tuple read by itself' codec(ZSTD(1)),
    referrer SimpleAggregateFunction(max, String) comment 'Address of the page that led here; empty when none was sent' codec(ZSTD(1)),
    entered_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time of its first ping: the pageview belongs to the period that holds this time' codec(Delta, ZSTD(1)),
    exited_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of its last ping' codec(Delta, ZSTD(1)),
    focus_time_ms SimpleAggregateFunction(max, UInt32) comment 'Milliseconds during which the page was visible and focused' codec(ZSTD(1)),
    scroll_depth SimpleAggregateFunction(max, UInt8) comment 'Deepest point seen, percent of the height of the page' codec(ZSTD(1)),
    word_count SimpleAggregateFunction(max, UInt32) comment 'Words in the text of the page; 0 when unknown' codec(ZSTD(1)),
    page_title String alias tupleElement(title, 'text') comment 'Newest non-empty title'
)
engine = AggregatingMergeTree
partition by toYYYYMM(entered_hour)
order by (site_id, entered_hour, pageview_id)
settings
    non_replicated_deduplication_window = 10000,
    -- Old months are kept in one part each, so that FINAL has nothing to merge there.
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
comment 'One row per pageview, filled from pings. Read with FINAL. Every column is a minimum or maximum over the pings of the pageview, so storing a ping again changes nothing'
