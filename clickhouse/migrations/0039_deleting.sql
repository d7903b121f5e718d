create table if not exists deleting
(
    what Enum8('target' = 1, 'session' = 2, 'ping' = 3, 'visitor' = 4, 'page' = 5, 'event_id' = 6, 'hour' = 7, 'day' = 8, 'event_hour' = 9, 'planned' = 10) comment 'What the row names. target: what the deletion is about, as JSON. session, ping: to delete. visitor, page, event_id, hour, event_hour: rows to mend, as what remains decides about them. day: to rebuild. planned: the plan is complete',
    site_id LowCardinality(String) comment 'Site',
    id UUID comment 'Id of a session, ping or visitor',
    name String comment 'Path of a page, id of an event, or the target',
    at DateTime64(3, 'UTC') comment 'An hour of session ids, or a day'
)
engine = ReplacingMergeTree
order by (what, site_id, id, name, at)
comment 'The plan of the deletion in progress, so that one that was interrupted can be finished. Empty otherwise'
