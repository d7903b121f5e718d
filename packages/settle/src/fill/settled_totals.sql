insert into {stage:Identifier}
    (site_id, day, minutes, bucket_at, views, visitors, visitor_count, sessions, bounces, duration_ms, watermark)
with
    -- As reports count them (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    -- Each row goes into one bucket of each length.
    moment -> [
        (toUInt16(15), toStartOfFifteenMinutes(moment)),
        (toUInt16(60), toStartOfHour(moment)),
        (toUInt16(1440), toStartOfDay(moment))
    ] as buckets_of,
    bucket_rows as (
        select
            site_id,
            arrayJoin(buckets_of(entered_at)) as place,
            count() as views,
            uniqCombined64State(17)(visitor_id) as visitors,
            0 as sessions,
            0 as bounces,
            0 as duration_ms
        from pageviews final
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
          and entered_at >= {from:DateTime64(3, 'UTC')}
          and entered_at < {until:DateTime64(3, 'UTC')}
        group by
            site_id,
            place
        union all
        select
            site_id,
            arrayJoin(buckets_of(first_seen_at)) as place,
            0 as views,
            uniqCombined64StateIf(17)(visitor_id, false) as visitors,
            count() as sessions,
            countIf(bounced) as bounces,
            sum(sessions.duration_ms) as duration_ms
        from sessions final
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
          and first_seen_at >= {from:DateTime64(3, 'UTC')}
          and first_seen_at < {until:DateTime64(3, 'UTC')}
        group by
            site_id,
            place
    )
select
    site_id,
    {day:Date} as day,
    place.1 as minutes,
    place.2 as bucket_at,
    sum(bucket_rows.views) as views,
    uniqCombined64MergeState(17)(bucket_rows.visitors) as visitors,
    distinct_in(uniqCombined64MergeState(17)(bucket_rows.visitors)) as visitor_count,
    sum(bucket_rows.sessions) as sessions,
    sum(bucket_rows.bounces) as bounces,
    sum(bucket_rows.duration_ms) as duration_ms,
    {watermark:DateTime64(3, 'UTC')} as watermark
from bucket_rows
group by
    site_id,
    minutes,
    bucket_at
