with
    site_pings as (
        select
            site_id,
            max(last_ping_at) as last_ping
        from changed_days
        where fact = 'ping'
          and site_id in {sites:Array(String)}
        group by site_id
    ),
    -- The views of each bucket, and so those of the period.
    period_views as (
        select
            site_id,
            sumForEach(arrayMap(start -> if(bucket = start, views, 0), {bucket_starts:Array(Int64)})) as views_by_bucket
        from (
            /* rows: site_views */
        )
        group by site_id
    )
select
    site_id,
    arrayResize(views_by_bucket, length({bucket_starts:Array(Int64)})) as sparkline,
    arraySum(sparkline) as pageviews,
    toUnixTimestamp64Milli(last_ping) as last_ping_at_ms
from site_pings
left any join period_views using site_id
order by
    pageviews desc,
    site_id
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
