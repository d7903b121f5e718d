with
    site_pings as (
        select
            site_id,
            max(last_ping_at) as last_ping
        from (
            select
                site_id,
                last_ping_at
            from changed_hours
            union all
            select
                site_id,
                last_ping_at
            from changed_events
        )
        group by site_id
    ),
    period_views as (
        select
            site_id,
            sum(views) as views
        from (
            /* rows: site_views */
        )
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
settings exact_rows_before_limit = 1
