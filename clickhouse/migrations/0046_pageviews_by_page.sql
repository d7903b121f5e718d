create table if not exists pageviews_by_page
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    slot DateTime('UTC') comment 'The day in which the pageview was entered',
    page_path LowCardinality(String) comment 'Path of the page' codec(ZSTD(1)),
    entered_at DateTime64(3, 'UTC') comment 'Time of its first ping' codec(Delta(8), ZSTD(1)),
    previous_at DateTime64(3, 'UTC') comment 'When the same page was entered before in the same session; 1970 when it was not. Unique views of a period are those whose previous_at is before it' codec(ZSTD(1)),
    is_entry Bool comment 'Whether it is the first pageview of its session' codec(ZSTD(1)),
    next_page LowCardinality(String) comment 'The first other page that came after it in its session, whenever that was; empty when it was the last one' codec(ZSTD(1)),
    focus_time_ms UInt32 comment 'Milliseconds during which the page was visible and focused' codec(T64, ZSTD(1)),
    scroll_depth UInt8 comment 'Deepest point seen, percent of the height of the page' codec(ZSTD(1)),
    word_count UInt32 comment 'Words in the text of the page; 0 when unknown' codec(ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, page_path, entered_at)
settings index_granularity = 1024
comment 'Rollup: one row per pageview, in the order of pages, with what came before and after it in its session. Rebuilt a day at a time from pageviews, never added to'
