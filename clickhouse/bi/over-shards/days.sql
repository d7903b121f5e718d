-- The days of a shard have the state of their visitors, as a visitor may have sessions on several shards.
select
    site_id,
    date,
    sum(of_shard.pageviews) as pageviews,
    sum(of_shard.sessions) as sessions,
    sum(of_shard.bounces) as bounces,
    sum(of_shard.duration_ms) as duration_ms,
    uniqCombined64Merge(17)(of_shard.visitors_of_day) as visitors_of_day
from (
    select *
    from cluster('{cluster}', {local}, days)
) as of_shard
group by
    site_id,
    date
