create table if not exists pageviews_by_page
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    slot DateTime('UTC') comment 'The day in which the pageview was entered',
    page_path LowCardinality(String) comment 'Path of the page' codec(ZSTD(1)),
    entered_at DateTime64(3, 'UTC') comment 'Time of its first ping' codec(T64, ZSTD(1)),
    previous_at DateTime64(3, 'UTC') comment 'When the same page was entered before in the same session; 1970 when it was not. Unique views of a period are those whose previous_at is before it' codec(ZSTD(1)),
    is_entry Bool comment 'Whether it is the first pageview of its session' codec(ZSTD(1)),
    next_page LowCardinality(String) comment 'The first other page that came after it in its session, whenever that was; empty when it was the last one' codec(ZSTD(1)),
    focus_time_ms UInt32 comment 'Milliseconds during which the page was visible and focused' codec(T64, ZSTD(1)),
    scroll_depth UInt8 comment 'Deepest point seen, percent of the height of the page' codec(ZSTD(1)),
    word_count UInt32 comment 'Words in the text of the page; 0 when unknown' codec(ZSTD(1)),
    source LowCardinality(String) comment 'Of its session: where the visit came from: a name (Google), a domain, or Direct' codec(ZSTD(1)),
    medium LowCardinality(String) comment 'Of its session: kind of source' codec(ZSTD(1)),
    utm_source LowCardinality(String) comment 'Of its session: campaign tag utm_source' codec(ZSTD(1)),
    utm_medium LowCardinality(String) comment 'Of its session: campaign tag utm_medium' codec(ZSTD(1)),
    utm_campaign LowCardinality(String) comment 'Of its session: campaign tag utm_campaign' codec(ZSTD(1)),
    utm_term LowCardinality(String) comment 'Of its session: campaign tag utm_term' codec(ZSTD(1)),
    utm_content LowCardinality(String) comment 'Of its session: campaign tag utm_content' codec(ZSTD(1)),
    entry_page LowCardinality(String) comment 'Of its session: path of the first page' codec(ZSTD(1)),
    country LowCardinality(String) comment 'Of its session: ISO 3166-1 alpha-2 code; empty when unknown' codec(ZSTD(1)),
    region LowCardinality(String) comment 'Of its session: state or region; empty when unknown' codec(ZSTD(1)),
    city LowCardinality(String) comment 'Of its session: city; empty when unknown' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Of its session: browser; empty when unknown' codec(ZSTD(1)),
    browser_version LowCardinality(String) comment 'Of its session: version of the browser' codec(ZSTD(1)),
    os LowCardinality(String) comment 'Of its session: operating system; empty when unknown' codec(ZSTD(1)),
    os_version LowCardinality(String) comment 'Of its session: version of the operating system' codec(ZSTD(1)),
    device_type LowCardinality(String) comment 'Of its session: kind of device; empty when unknown' codec(ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1)),
    projection next_pages
    (
        select
            site_id,
            slot,
            page_path,
            next_page,
            count(),
            countIf(previous_at = 0),
            countIf(is_entry)
        group by
            site_id,
            slot,
            page_path,
            next_page
    ),
    projection page_days
    (
        select
            site_id,
            slot,
            page_path,
            count(),
            max(word_count),
            sum(focus_time_ms),
            sum(scroll_depth),
            sumForEach([
                scroll_depth >= 10, scroll_depth >= 20, scroll_depth >= 30,
                scroll_depth >= 40, scroll_depth >= 50, scroll_depth >= 60,
                scroll_depth >= 70, scroll_depth >= 80, scroll_depth >= 90
            ])
        group by
            site_id,
            slot,
            page_path
    )
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, page_path, focus_time_ms)
settings index_granularity = 1024
comment 'Rollup: one row per pageview, in the order of pages and focus times, with what came before and after it in its session, and all that reports can be filtered by. Projections hold the sums of a day. Rebuilt a day at a time from pageviews and sessions, never added to'
