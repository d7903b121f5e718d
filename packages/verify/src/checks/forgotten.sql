-- How many ids and sites are forgotten, and how many of them each shard lacks. The latest time of each counts: an earlier one may come from a
-- deletion that was killed when only some shards had it, and run again.
select
    count() as entries,
    sumForEach(arrayMap(time -> toUInt64(time < arrayMax(times)), times)) as lacking
from (
    select maxForEach(arrayMap(
        shard -> if(shard = _shard_num, toUnixTimestamp64Milli(received_before), 0),
        range(1, {shards:UInt32} + 1)
    )) as times
    from cluster({cluster:Identifier}, {database:Identifier}, 'forgotten')
    group by
        kind,
        hash,
        pinged_before
)
