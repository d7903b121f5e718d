-- The first and last offset of each partition that became a row of pings or a dead letter.
select
    log_partition,
    toString(min(log_offset)) as first,
    toString(max(log_offset)) as last
from (
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
where received_at >= {from:DateTime64(3, 'UTC')}
  and received_at < {to:DateTime64(3, 'UTC')}
  -- Rows that were never in a log: unloggedPartition of packages/ping.
  and log_partition != 65535
group by log_partition
order by log_partition
