create table if not exists shard_map
(
    log_partition UInt16 comment 'Partition of the log',
    from_offset UInt64 comment 'Offset from which on the row applies, up to the next one of the partition',
    shard UInt16 comment 'Number of the shard that stores these messages, from 1'
)
engine = ReplacingMergeTree
order by (log_partition, from_offset, shard)
comment 'Which shard stores which messages of the log, the same on every shard. Empty on a single server';

create table if not exists shard_identity
(
    cluster UUID comment 'The same on every shard of a cluster',
    shard UInt16 comment 'Number of this shard, from 1'
)
engine = ReplacingMergeTree
order by (cluster, shard)
comment 'Which shard this server is: one row. Empty on a single server'
