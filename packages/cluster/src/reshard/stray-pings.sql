-- Pings on this shard that belong to another one, by the map.
select
    count() as pings,
    countIf(entry.shard != {shard:UInt16}) as strays,
    groupArrayIf(5)((pings.log_partition, toString(log_offset)), entry.shard != {shard:UInt16}) as examples
from pings
asof left join shard_map as entry
    on pings.log_partition = entry.log_partition and pings.log_offset >= entry.from_offset
-- Rows that were never in a log: unloggedPartition of packages/ping.
where pings.log_partition != 65535
