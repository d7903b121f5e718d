select
    site_id,
    date,
    browser,
    os,
    device_type,
    sum(of_shard.visits) as visits
from (
    select *
    from cluster('{cluster}', {local}, devices_daily)
) as of_shard
group by
    site_id,
    date,
    browser,
    os,
    device_type
