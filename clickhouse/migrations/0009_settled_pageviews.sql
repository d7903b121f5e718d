create table if not exists settled_pageviews
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day of entered_at',
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'Session' codec(ZSTD(1)),
    pageview_id UUID comment 'Id of the pageview; one row each' codec(ZSTD(1)),
    visitor_id UUID comment 'Visitor' codec(ZSTD(1)),
    page_path LowCardinality(String) comment 'Path of the page' codec(ZSTD(1)),
    page_title LowCardinality(String) comment 'Newest non-empty title that its pings sent' codec(ZSTD(1)),
    -- The row of the watermark has no time of its own: 1970 would widen the range of the index.
    entered_at DateTime64(3, 'UTC') default toDateTime64(day, 3, 'UTC') comment 'Time of the first ping; the pageview counts in the period that contains this time' codec(T64, ZSTD(1)),
    exited_at DateTime64(3, 'UTC') comment 'Time of the last ping' codec(T64, ZSTD(1)),
    previous_at DateTime64(3, 'UTC') comment 'Time at which the session last entered the same page before; 1970 when it had not. The unique views of a period are those whose previous_at is before the period' codec(ZSTD(1)),
    is_entry Bool comment 'Whether it is the first pageview of its session' codec(ZSTD(1)),
    is_exit Bool comment 'Whether it is the last pageview of its session' codec(ZSTD(1)),
    page_number UInt32 comment 'Number of the page in its session, from 1: pageviews of one page in a row share it' codec(T64, ZSTD(1)),
    next_page LowCardinality(String) comment 'The next other page in the session, at any later time; empty when there was none' codec(ZSTD(1)),
    focus_time_ms UInt32 comment 'Milliseconds during which the page was visible and focused' codec(T64, ZSTD(1)),
    scroll_depth UInt8 comment 'Deepest point seen, percent of the height of the page' codec(ZSTD(1)),
    word_count UInt32 comment 'Words in the text of the page; 0 when unknown' codec(ZSTD(1)),
    source LowCardinality(String) comment 'Of its session: source, a name (Google), a domain, or Direct' codec(ZSTD(1)),
    medium LowCardinality(String) comment 'Of its session: kind of source' codec(ZSTD(1)),
    utm_source LowCardinality(String) comment 'Of its session: campaign tag utm_source' codec(ZSTD(1)),
    utm_medium LowCardinality(String) comment 'Of its session: campaign tag utm_medium' codec(ZSTD(1)),
    utm_campaign LowCardinality(String) comment 'Of its session: campaign tag utm_campaign' codec(ZSTD(1)),
    utm_term LowCardinality(String) comment 'Of its session: campaign tag utm_term' codec(ZSTD(1)),
    utm_content LowCardinality(String) comment 'Of its session: campaign tag utm_content' codec(ZSTD(1)),
    entry_page LowCardinality(String) comment 'Of its session: path of the first page' codec(ZSTD(1)),
    entry_referrer LowCardinality(String) comment 'Of its session: address of the page that led to the first page; empty when none was sent' codec(ZSTD(1)),
    exit_page LowCardinality(String) comment 'Of its session: path of the last page' codec(ZSTD(1)),
    hostname LowCardinality(String) comment 'Of its session: host of the first page, lower-case; empty when only a path was sent' codec(ZSTD(1)),
    country LowCardinality(String) comment 'Of its session: ISO 3166-1 alpha-2 code; empty when unknown' codec(ZSTD(1)),
    region LowCardinality(String) comment 'Of its session: state or region; empty when unknown' codec(ZSTD(1)),
    city LowCardinality(String) comment 'Of its session: city; empty when unknown' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Of its session: browser; empty when unknown' codec(ZSTD(1)),
    browser_version LowCardinality(String) comment 'Of its session: version of the browser' codec(ZSTD(1)),
    os LowCardinality(String) comment 'Of its session: operating system; empty when unknown' codec(ZSTD(1)),
    os_version LowCardinality(String) comment 'Of its session: version of the operating system' codec(ZSTD(1)),
    device_type LowCardinality(String) comment 'Of its session: desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' codec(ZSTD(1)),
    language LowCardinality(String) comment 'Of its session: language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)),
    screen LowCardinality(String) comment 'Of its session: width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' codec(ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1)),
    index day_times (day, entered_at) type minmax granularity 1,
    projection by_page (
        select
            site_id, day, page_path, count(), countIf(previous_at = 0), max(word_count), sum(focus_time_ms), sum(scroll_depth),
            sumForEach([
                scroll_depth >= 10, scroll_depth >= 20, scroll_depth >= 30,
                scroll_depth >= 40, scroll_depth >= 50, scroll_depth >= 60,
                scroll_depth >= 70, scroll_depth >= 80, scroll_depth >= 90
            ])
        group by site_id, day, page_path
    ),
    projection by_next_page (
        select site_id, day, page_path, next_page, count(), countIf(previous_at = 0), countIf(is_entry)
        group by site_id, day, page_path, next_page
    ),
    -- The pageviews of a page side by side, without ids and times: for whole days. In this order neighbours are alike, so the
    -- properties take few bytes.
    projection rows_by_page (
        select
            site_id, day, page_path, next_page, is_entry, previous_at, focus_time_ms, scroll_depth, word_count,
            source, medium, utm_source, utm_medium, utm_campaign, utm_term, utm_content, entry_page, entry_referrer, exit_page, hostname,
            country, region, city,
            browser, browser_version, os, os_version, device_type, language, screen
        order by site_id, page_path, country, region, city, os, browser, source, medium
    ),
    -- For views, which read the watermarks of all days: a row a site, where the table has 8192 to a mark.
    projection by_watermark (
        select site_id, day, max(watermark)
        group by site_id, day
    )
)
engine = MergeTree
partition by day
order by (site_id, session_hour, session_id)
-- Projections ignore the codecs of columns.
settings default_compression_codec = 'ZSTD(1)'
comment 'Settled copy of pageviews: the pageviews of each day as of its watermark, each with its position in its session and the properties of the session. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read pageviews. Projections hold the sums of each day, and its rows by page'
