-- The buckets that are not empty. Their starts, in milliseconds since 1970, come with the question.
with
    bucket_views as (
        select
            roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}) as bucket,
            count() as views,
            uniqExact(visitor_id) as visitors
        from pageviews final
        where site_id = {site_id:String}
          and entered_hour >= {key_start:DateTime64(3, 'UTC')}
          and entered_hour < {key_end:DateTime64(3, 'UTC')}
          and entered_at >= {start:DateTime64(3, 'UTC')}
          and entered_at < {end:DateTime64(3, 'UTC')}
          /* filter: pageviews */
        group by bucket
    ),
    bucket_sessions as (
        select
            roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}) as bucket,
            count() as visits
        from sessions final
        where site_id = {site_id:String}
          and session_hour >= {key_start:DateTime64(3, 'UTC')}
          and session_hour < {key_end:DateTime64(3, 'UTC')}
          and first_seen_at >= {start:DateTime64(3, 'UTC')}
          and first_seen_at < {end:DateTime64(3, 'UTC')}
          /* filter: sessions */
        group by bucket
    )
select
    bucket as start_ms,
    views as pageviews,
    visitors as unique_visitors,
    visits as sessions
from bucket_views
full join bucket_sessions using bucket
settings do_not_merge_across_partitions_select_final = 1
