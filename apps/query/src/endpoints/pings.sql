-- The buckets in which something was received. Their starts, in milliseconds since 1970, come with the question.
with
    received_pings as (
        select
            received_at,
            if(drop_reason = '', 'stored', 'dropped') as fate,
            drop_reason
        -- Redelivered rows count once.
        from pings final
        where site_id = {site_id:String}
          and received_at >= {start:DateTime64(3, 'UTC')}
          and received_at < {end:DateTime64(3, 'UTC')}
        union all
        select
            received_at,
            'dead_lettered' as fate,
            '' as drop_reason
        from dead_letters final
        where site_id = {site_id:String}
          and received_at >= {start:DateTime64(3, 'UTC')}
          and received_at < {end:DateTime64(3, 'UTC')}
          and replayed_at = 0
    ),
    outcomes as (
        select
            roundDown(toUnixTimestamp64Milli(received_at), {bucket_starts:Array(Int64)}) as bucket,
            fate,
            drop_reason,
            count() as pings
        from received_pings
        group by
            bucket,
            fate,
            drop_reason
    )
select
    bucket as start_ms,
    sumIf(pings, fate = 'stored') as stored,
    sumIf(pings, fate = 'dead_lettered') as dead_lettered,
    mapFromArrays(groupArrayIf(drop_reason, fate = 'dropped'), groupArrayIf(pings, fate = 'dropped')) as dropped
from outcomes
group by bucket
-- Rows of one ping share their time of receipt, so an index on it hides none of them from FINAL.
settings use_skip_indexes_if_final = 1
