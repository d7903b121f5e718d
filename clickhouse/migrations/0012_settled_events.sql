create table if not exists settled_events
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day of occurred_at',
    event LowCardinality(String) comment 'Name of the event' codec(ZSTD(1)),
    occurred_at DateTime64(3, 'UTC') comment 'When it happened; the event counts in the period that contains this time' codec(Delta(8), ZSTD(1)),
    ping_id UUID comment 'Id of the ping that reported it; one row each' codec(ZSTD(3)),
    event_id String comment 'Id chosen by the sender; empty when none was sent' codec(ZSTD(3)),
    session_hour DateTime('UTC') comment 'Hour of the time inside session_id; 1970 without session' codec(Delta(4), ZSTD(1)),
    session_id UUID comment 'Session, if it has a pageview; otherwise zeros' codec(ZSTD(1)),
    is_first Bool comment 'Whether it is the first event of its name in its session on this day; false without session' codec(ZSTD(1)),
    visitor_id UUID comment 'Visitor: the one that was sent, or that of the session; zeros when unknown' codec(ZSTD(1)),
    page_path LowCardinality(String) comment 'Path of the page; empty when none was sent' codec(ZSTD(1)),
    props Map(LowCardinality(String), String) comment 'Properties' codec(ZSTD(3)),
    amount Decimal(18, 4) comment 'Revenue, negative for a refund; 0 without currency when none was sent' codec(ZSTD(1)),
    currency LowCardinality(String) comment 'ISO 4217 code of the currency of amount; empty when no revenue was sent' codec(ZSTD(1)),
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
    country LowCardinality(String) comment 'Of its session: ISO 3166-1 alpha-2 code; empty when unknown' codec(ZSTD(1)),
    region LowCardinality(String) comment 'Of its session: state or region; empty when unknown' codec(ZSTD(1)),
    city LowCardinality(String) comment 'Of its session: city; empty when unknown' codec(ZSTD(1)),
    browser LowCardinality(String) comment 'Of its session: browser; empty when unknown' codec(ZSTD(1)),
    browser_version LowCardinality(String) comment 'Of its session: version of the browser' codec(ZSTD(1)),
    os LowCardinality(String) comment 'Of its session: operating system; empty when unknown' codec(ZSTD(1)),
    os_version LowCardinality(String) comment 'Of its session: version of the operating system' codec(ZSTD(1)),
    device_type LowCardinality(String) comment 'Of its session: desktop, mobile, tablet, tv, console, wearable or other; empty when unknown' codec(ZSTD(1)),
    hostname LowCardinality(String) comment 'Of its session: host of the first page' codec(ZSTD(1)),
    language LowCardinality(String) comment 'Of its session: language that the browser prefers, such as de-AT; empty when unknown' codec(ZSTD(1)),
    screen LowCardinality(String) comment 'Of its session: width of the viewport: xs, sm, md, lg, xl or xxl; empty when unknown' codec(ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1)),
    index day_times (day, occurred_at) type minmax granularity 1,
    projection by_day (
        select site_id, day, count(), uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))
        group by site_id, day
    ),
    projection by_hour_of_session (
        select site_id, day, event, currency, session_hour, count(), sum(amount), countIf(is_first)
        group by site_id, day, event, currency, session_hour
    )
)
engine = MergeTree
partition by day
order by (site_id, event, occurred_at, ping_id)
-- Projections ignore the codecs of columns.
settings default_compression_codec = 'ZSTD(1)'
comment 'Settled copy of events: the events of each day that count, as of its watermark, each with the properties of its session. Read without FINAL. Days are rebuilt as a whole, never appended to. A day that changed later is read from events. Projections hold the sums of each day'
