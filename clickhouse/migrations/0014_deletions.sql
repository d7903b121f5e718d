create table if not exists forgotten
(
    kind Enum8('visitor' = 1, 'session' = 2, 'ping' = 3, 'before' = 4, 'site' = 5) comment 'What is forgotten: an id, or a site: what happened on it before a day, or all of it',
    hash FixedString(32) comment 'SHA-256 of kind, site and id with a blank between them; of ''site'' and the site for the kinds before and site',
    received_before DateTime64(3, 'UTC') comment 'Only pings that ingest received before this time are forgotten: the time of the deletion for a site; the end of all times for an id',
    pinged_before DateTime64(3, 'UTC') comment 'Only what happened before this time is forgotten: the day for the kind before; otherwise the end of all times',
    forgotten_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'When it was first deleted'
)
engine = AggregatingMergeTree
order by (kind, hash, received_before, pinged_before)
settings index_granularity = 1024
comment 'What npm run delete deleted, as hashes. A ping that it names is stored without its content (drop_reason forgotten), however it arrives: late, by a replay, or as a dead letter that is put back. Never delete from it, and keep it when a backup is restored';

create table if not exists deleting
(
    what Enum8('target' = 1, 'session' = 2, 'ping' = 3, 'visitor' = 4, 'page' = 5, 'event_id' = 6, 'hour' = 7, 'day' = 8, 'event_hour' = 9, 'planned' = 10) comment 'What the row names. target: what the deletion is about, as JSON. session, ping: to delete. visitor, page, event_id, hour, event_hour: rows to recompute, as what remains decides about them. day: to rebuild. planned: the plan is complete',
    site_id LowCardinality(String) comment 'Site',
    id UUID comment 'Id of a session, ping or visitor',
    name String comment 'Path of a page, id of an event, or the target',
    at DateTime64(3, 'UTC') comment 'An hour of session ids, or a day'
)
engine = ReplacingMergeTree
order by (what, site_id, id, name, at)
comment 'The plan of the deletion in progress, so that one that was interrupted can be finished. Empty otherwise'
