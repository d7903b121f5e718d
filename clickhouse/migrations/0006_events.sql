create table if not exists events
(
    site_id LowCardinality(String) comment 'Site',
    event_hour DateTime('UTC') comment 'Hour of occurred_at' codec(Delta(4), ZSTD(1)),
    event LowCardinality(String) comment 'Name of the event' codec(ZSTD(1)),
    ping_id UUID comment 'Id of the ping that reported it; with FINAL one row each' codec(ZSTD(3)),
    occurred_at DateTime64(3, 'UTC') comment 'When it happened; the event counts in the period that contains this time' codec(Delta(8), ZSTD(1)),
    event_id String comment 'Id chosen by the sender. Among the rows of a site with one id, only the one in event_ids counts. Empty when none was sent' codec(ZSTD(3)),
    session_id UUID comment 'Session that the ping named, whether it has pageviews or not; zeros when none' codec(ZSTD(1)),
    visitor_id UUID comment 'Visitor that the ping named; zeros when none' codec(ZSTD(1)),
    page_path LowCardinality(String) comment 'Path of the page; empty when none was sent' codec(ZSTD(1)),
    props Map(LowCardinality(String), String) comment 'Properties' codec(ZSTD(3)),
    amount Decimal(18, 4) comment 'Revenue, negative for a refund; 0 without currency when none was sent' codec(ZSTD(1)),
    currency LowCardinality(String) comment 'ISO 4217 code of the currency of amount; empty when no revenue was sent' codec(ZSTD(1)),
    session_hour DateTime('UTC') alias toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) comment 'Hour of the time inside session_id, as in sessions'
)
-- Rows of one ping are equal, so the version decides nothing.
engine = ReplacingMergeTree(occurred_at)
partition by toYYYYMM(event_hour)
order by (site_id, event_hour, event, ping_id)
settings index_granularity = 1024, non_replicated_deduplication_window = 10000
comment 'One row per ping of an event, filled from pings. Read with FINAL, and with the condition of event_ids';

create materialized view if not exists events_from_pings to events as
select
    site_id,
    toStartOfHour(pinged_at) as event_hour,
    event,
    ping_id,
    pinged_at as occurred_at,
    event_id,
    session_id,
    visitor_id,
    page_path,
    props,
    amount,
    currency
from pings
where drop_reason = ''
  and event != ''
comment 'Fills events from each block inserted into pings';

create table if not exists event_ids
(
    site_id LowCardinality(String) comment 'Site',
    event_id String comment 'Id of an event, chosen by the sender; with FINAL one row each' codec(ZSTD(3)),
    first SimpleAggregateFunction(min, Tuple(occurred_at DateTime64(3, 'UTC'), ping_id UUID)) comment 'Time and ping of the event that counts: the earliest one, then the smallest ping id. Select the whole tuple: FINAL does not merge an element read alone' codec(ZSTD(3)),
    days SimpleAggregateFunction(groupUniqArrayArray, Array(Date)) comment 'UTC days of all events with this id' codec(ZSTD(3))
)
engine = AggregatingMergeTree
order by (site_id, event_id)
settings index_granularity = 1024, non_replicated_deduplication_window = 10000
comment 'Which of several events with one id counts, filled from events. Read with FINAL. Every column is a minimum or a set, so an event stored twice changes nothing';

create materialized view if not exists event_ids_from_events to event_ids as
select
    site_id,
    event_id,
    min((occurred_at, ping_id)::Tuple(occurred_at DateTime64(3, 'UTC'), ping_id UUID)) as first,
    groupUniqArrayArray([toDate(occurred_at)]) as days
from events
where event_id != ''
group by
    site_id,
    event_id
comment 'Fills event_ids from each block inserted into events'
