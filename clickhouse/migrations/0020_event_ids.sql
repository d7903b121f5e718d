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
