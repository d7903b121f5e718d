-- The shards to which the map gives the messages that are stored here; 0 where it names none.
with
    stored as (
        select
            log_partition,
            log_offset,
            received_at
        from pings
        union all
        select
            log_partition,
            log_offset,
            received_at
        from dead_letters
    )
select
    stored.log_partition as log_partition,
    shard_map.shard as owner,
    count() as rows,
    toString(min(stored.log_offset)) as first,
    toString(max(stored.log_offset)) as last
from stored
asof left join shard_map
    on stored.log_partition = shard_map.log_partition
    and stored.log_offset >= shard_map.from_offset
where stored.received_at >= {from:DateTime64(3, 'UTC')}
  and stored.received_at < {to:DateTime64(3, 'UTC')}
  -- Rows that were never in a log: unloggedPartition of packages/ping.
  and stored.log_partition != 65535
group by
    log_partition,
    owner
order by
    log_partition,
    owner
