-- Compares the sessions of some hours, as in pageviews.sql.
with
    both as (
        select
            site_id,
            session_id,
            1 as is_stored,
            cityHash64(toString((
                session_hour,
                visitor_id,
                first_seen_at,
                last_seen_at,
                first_pageview_id,
                last_pageview_id,
                acquisition,
                geography,
                device,
                first_language,
                first_screen
            ))) as content,
            first_view
        from sessions final
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {to:DateTime64(3, 'UTC')}
        union all
        select
            site_id,
            session_id,
            0 as is_stored,
            cityHash64(toString((
                toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
                min(visitor_id),
                min(pinged_at),
                max(pinged_at),
                min(pageview_id),
                max(pageview_id),
                min((pinged_at, ping_id, source, medium, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content, hostname, page_path)),
                min((pinged_at, ping_id, ip, country, region, city, latitude, longitude)),
                min((pinged_at, ping_id, browser, browser_version, os, os_version, device_type)),
                min((pinged_at, ping_id, language)),
                min((pinged_at, ping_id, screen))
            ))) as content,
            min((pinged_at, toUInt128(pageview_id), page_path)) as first_view
        from pings
        where drop_reason = ''
          and event = ''
          and toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) >= {from:DateTime64(3, 'UTC')}
          and toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) < {to:DateTime64(3, 'UTC')}
          and pinged_at >= {pinged_from:DateTime64(3, 'UTC')}
          and pinged_at < {pinged_to:DateTime64(3, 'UTC')}
        group by
            site_id,
            session_id
    ),
    compared as (
        select
            site_id,
            session_id,
            multiIf(
                max(is_stored) = 0, 'has no row',
                min(is_stored) = 1, 'has no ping',
                uniqExact(content) > 1, 'differs from its pings',
                -- A session from before there was a first view has no number in it.
                uniqExactIf(first_view, tupleElement(first_view, 2) != bitNot(toUInt128(0))) > 1, 'differs from its pings',
                ''
            ) as difference
        from both
        group by
            site_id,
            session_id
    )
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(5)((site_id, toString(session_id), difference), difference != '') as examples
from compared
settings do_not_merge_across_partitions_select_final = 1
