select
    site_id,
    date,
    source,
    medium,
    sum(of_shard.visits) as visits,
    sum(of_shard.bounces) as bounces
from (
    select *
    from cluster('{cluster}', {local}, sources_daily)
) as of_shard
group by
    site_id,
    date,
    source,
    medium
