-- As pageviews-over-time.sql. With a filter, those of the new visitors count who have a pageview that passes in the bucket. A visitor with
-- a younger id than the bucket is new in it, unless its clock was fast (fast_visitors). Those and the ones with older ids are looked up
-- among those first seen in the bucket: they are few.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    (
        (visitor_id, bucket) -> UUIDv7ToDateTime(visitor_id, 'UTC')
            >= fromUnixTimestamp64Milli(greatest(bucket, toUnixTimestamp64Milli({start:DateTime64(3, 'UTC')})), 'UTC') + toIntervalMillisecond({id_lead:UInt32})
    ) as has_younger_id,
    -- Their id is younger than a ping of theirs.
    fast_visitors as (
        select visitor_id
        from visitors
        where site_id in {sites:Array(String)}
          and visitor_hour >= {start:DateTime64(3, 'UTC')}
          and first_seen_at < UUIDv7ToDateTime(visitor_id, 'UTC') - toIntervalMillisecond({id_lead:UInt32})
    ),
    bucket_visitors as (
        select
            visitor_views.bucket as bucket,
            visitor_id,
            sum(visitor_views.views) as views
        from (
            /* rows: visitor_views */
        ) as visitor_views
        group by
            bucket,
            visitor_id
    ),
    late_visitors as (
        select
            bucket,
            visitor_id
        from (
            /* rows: bucket_newcomers */
        )
        where not has_younger_id(visitor_id, bucket)
           or visitor_id in (select visitor_id from fast_visitors)
    )
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors) as unique_visitors,
    sum(newcomers) as new_visitors,
    sum(counted.sessions) as sessions,
    sum(counted.bounces) as bounces,
    sum(counted.duration_ms) as duration_ms
from (
    select
        bucket,
        sum(bucket_visitors.views) as views,
        distinct_in(uniqCombined64State(17)(visitor_id)) as visitors,
        distinct_in(uniqCombined64StateIf(17)(
            visitor_id,
            has_younger_id(visitor_id, bucket) and visitor_id not in (select visitor_id from fast_visitors)
            or (bucket, visitor_id) in late_visitors
        )) as newcomers,
        0 as sessions,
        0 as bounces,
        0 as duration_ms
    from bucket_visitors
    group by bucket
    union all
    select
        bucket,
        0 as views,
        0 as visitors,
        0 as newcomers,
        session_totals.sessions,
        session_totals.bounces,
        session_totals.duration_ms
    from (
        /* rows: session_totals */
    ) as session_totals
) as counted
group by bucket
