select
    site_id,
    date,
    country,
    region,
    city,
    sum(of_shard.visits) as visits
from (
    select *
    from cluster('{cluster}', {local}, places_daily)
) as of_shard
group by
    site_id,
    date,
    country,
    region,
    city
