create table if not exists annotations
(
    annotation_id UUID comment 'The annotation: the same in all of its versions',
    version UInt32 comment 'Counts its changes, from 1: the largest is how it stands',
    at DateTime64(3, 'UTC') comment 'When what it is about happened, or began',
    until Nullable(DateTime64(3, 'UTC')) comment 'When it ended; null for a moment',
    text String comment 'What it says; empty once it is deleted',
    sites Array(String) comment 'The sites that it concerns, as they were named: ids, @group, * for all',
    site_ids Array(String) comment 'Ids of these sites when it was written: those named, and those of the groups. Not those of *',
    kind LowCardinality(String) comment 'note or release; gap, outage, late_data, deletion or settings when the service made it',
    created_at DateTime64(3, 'UTC') comment 'When it was made',
    created_by Nullable(String) comment 'Name of the key that made it; null for the service',
    fact String comment 'What the service knew when it made it, so that it makes it once; empty for those of people',
    is_deleted Bool comment 'Whether it is deleted: the row stays, so that the service does not make it again',
    claim UUID comment 'Drawn for each try to write the row: says who wrote it'
)
engine = MergeTree
order by (annotation_id, version)
settings index_granularity = 1024, non_replicated_deduplication_window = 10000
comment 'Notes on the time axis of reports, each with its versions. A version is inserted with a token, so that of several who write it at once the first wins. On shards, the first has all of them';

create table if not exists heartbeats
(
    app LowCardinality(String) comment 'The app that could write',
    seen_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'When a process of it could write last'
)
engine = AggregatingMergeTree
order by app
comment 'When the service could write last: a long time before now was an outage. On shards, the first has them'
