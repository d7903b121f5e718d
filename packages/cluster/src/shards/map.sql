select distinct
    log_partition as partition,
    -- As text: an offset may be larger than a number of JSON.
    toString(from_offset) as from_offset,
    shard
from shard_map
order by partition, from_offset, shard
