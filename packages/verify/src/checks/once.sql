-- Compares the shards on which the sessions of a day have rows, those that only events name included.
select
    count() as compared_ids,
    countIf(length(shards) > 1) as differing_ids,
    groupArrayIf(5)(
        (site_id, toString(session_id), concat('is on the shards ', arrayStringConcat(arraySort(shards), ', '))),
        length(shards) > 1
    ) as examples
from (
    select
        site_id,
        session_id,
        groupUniqArray(shard) as shards
    from (
        select
            site_id,
            session_id,
            _shard_num as shard
        from cluster({cluster:Identifier}, {database:Identifier}, 'sessions')
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {to:DateTime64(3, 'UTC')}
        union all
        select
            site_id,
            session_id,
            _shard_num
        from cluster({cluster:Identifier}, {database:Identifier}, 'pageviews')
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {to:DateTime64(3, 'UTC')}
        union all
        select
            site_id,
            session_id,
            _shard_num
        from cluster({cluster:Identifier}, {database:Identifier}, 'events')
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {to:DateTime64(3, 'UTC')}
          and notEmpty(session_id)
    )
    group by
        site_id,
        session_id
)
