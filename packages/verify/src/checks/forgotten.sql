-- How many ids and sites are forgotten, and how many of them each shard lacks.
select
    count() as entries,
    sumForEach(is_lacking) as lacking
from (
    select arrayMap(
        shard -> toUInt64(not has(groupUniqArray(_shard_num), shard)),
        range(1, {shards:UInt32} + 1)
    ) as is_lacking
    from cluster({cluster:Identifier}, {database:Identifier}, 'forgotten')
    group by
        kind,
        hash,
        received_before,
        pinged_before
)
