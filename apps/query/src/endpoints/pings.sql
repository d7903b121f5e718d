-- The buckets in which a ping was received. Their starts, milliseconds since 1970, are a parameter.
with outcomes as (
    select
        roundDown(toUnixTimestamp64Milli(received_at), {bucket_starts:Array(Int64)}) as bucket,
        outcome,
        reason,
        count() as pings
    from received_pings
    where site_id in {sites:Array(String)}
      and received_at >= {start:DateTime64(3, 'UTC')}
      and received_at < {end:DateTime64(3, 'UTC')}
    group by
        bucket,
        outcome,
        reason
)
select
    bucket as start_ms,
    sumIf(pings, outcome = 'stored') as stored,
    sumIf(pings, outcome = 'dead_lettered') as dead_lettered,
    mapFromArrays(groupArrayIf(reason, outcome = 'dropped'), groupArrayIf(pings, outcome = 'dropped')) as dropped
from outcomes
group by bucket
