with
    site_pings as (
        select
            site_id,
            -- The latest of a site, over rows merged or not: so without FINAL.
            max(last_seen_at) as last_ping
        from sessions
        group by site_id
    ),
    period_views as (
        select
            site_id,
            count() as views
        from pageviews final
        where entered_hour >= {key_start:DateTime64(3, 'UTC')}
          and entered_hour < {key_end:DateTime64(3, 'UTC')}
          and entered_at >= {start:DateTime64(3, 'UTC')}
          and entered_at < {end:DateTime64(3, 'UTC')}
        group by site_id
    )
select
    site_id,
    views as pageviews,
    toUnixTimestamp64Milli(last_ping) as last_ping_at_ms
from site_pings
left any join period_views using site_id
order by
    pageviews desc,
    site_id
limit {limit:UInt32}
offset {offset:UInt32}
settings
    do_not_merge_across_partitions_select_final = 1,
    exact_rows_before_limit = 1
