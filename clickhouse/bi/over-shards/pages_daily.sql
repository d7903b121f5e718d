select
    site_id,
    date,
    page_path,
    sum(of_shard.views) as views,
    sum(of_shard.focus_time_ms) as focus_time_ms,
    sum(of_shard.scroll_depth_sum) as scroll_depth_sum
from (
    select *
    from cluster('{cluster}', {local}, pages_daily)
) as of_shard
group by
    site_id,
    date,
    page_path
