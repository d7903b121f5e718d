create table if not exists page_views
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    minutes UInt16 comment 'Length of the slot: 60 or 1440. Each length holds everything, so a reader takes one for each stretch of time',
    slot DateTime('UTC') comment 'Begin of the slot',
    page_path LowCardinality(String) comment 'Path of the page' codec(ZSTD(1)),
    views UInt64 comment 'Its pageviews entered in the slot' codec(T64, ZSTD(1)),
    first_views UInt64 comment 'Of these, those that were the first of the page in their session' codec(T64, ZSTD(1)),
    focus_time_ms UInt64 comment 'Sum of their focus times in milliseconds' codec(T64, ZSTD(1)),
    scroll_depth UInt64 comment 'Sum of their scroll depths in percent' codec(T64, ZSTD(1)),
    title Tuple(pinged_at DateTime64(3, 'UTC'), text LowCardinality(String)) comment 'Their newest non-empty title, with the time of its ping' codec(ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, minutes, slot, page_path)
comment 'Rollup: pages of a site by slot. Rebuilt a day at a time from pageviews, never added to'
