create table if not exists changed_events
(
    site_id LowCardinality(String) comment 'Site',
    day Date comment 'UTC day of the events',
    session_hour DateTime('UTC') comment 'Hour of the time inside the session_id of the events, as in changed_hours; 1970 without session' codec(Delta(4), ZSTD(1)),
    changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time, by the server clock, at which the insert of the last such event began' codec(ZSTD(1)),
    last_ping_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time of the last such event' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (site_id, day, session_hour)
settings non_replicated_deduplication_window = 0
comment 'When the events of a day last changed, and which session hours they depend on. A settled day of events is stale when it, or one of these hours in changed_hours, changed after its watermark. The table decides where reports read, never what they show, so a redelivery changes no report';

create materialized view if not exists changed_events_from_pings to changed_events as
select
    site_id,
    toDate(pinged_at) as day,
    toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
    max(now64(3, 'UTC')) as changed_at,
    max(pinged_at) as last_ping_at
from pings
where drop_reason = ''
  and event != ''
group by
    site_id,
    day,
    session_hour
comment 'Fills changed_events from each block inserted into pings';

-- An event sent again with an earlier time counts on another day. So all days on which its id was seen have changed.
create materialized view if not exists changed_events_from_events to changed_events as
select
    site_id,
    arrayJoin(known.days) as day,
    toDateTime(0, 'UTC') as session_hour,
    max(now64(3, 'UTC')) as changed_at,
    toDateTime64(0, 3, 'UTC') as last_ping_at
from events
inner join (
    select
        site_id,
        event_id,
        days
    from event_ids
    where (site_id, event_id) in (
        select
            site_id,
            event_id
        from events
        where event_id != ''
    )
) as known using (site_id, event_id)
group by
    site_id,
    day
comment 'Fills changed_events from each block inserted into events'
