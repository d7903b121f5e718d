-- Compares the pageviews of sessions of some hours in the table with a rebuild from their pings. Only minima and maxima:
-- redelivered pings, and rows not merged yet, change neither. A row in the hour of another session has no ping. Returns one
-- row, like every entity check.
with
    both as (
        select
            site_id,
            session_id,
            pageview_id,
            1 as is_stored,
            cityHash64(toString((
                session_hour,
                visitor_id,
                page_path,
                title,
                referrer,
                entered_at,
                exited_at,
                focus_time_ms,
                scroll_depth,
                word_count
            ))) as content
        from pageviews final
        where session_hour >= {from:DateTime64(3, 'UTC')}
          and session_hour < {to:DateTime64(3, 'UTC')}
        union all
        select
            site_id,
            session_id,
            pageview_id,
            0 as is_stored,
            cityHash64(toString((
                toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as session_hour,
                min(visitor_id),
                min(page_path),
                max(if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title))),
                max(referrer),
                min(pinged_at),
                max(pinged_at),
                max(focus_time_ms),
                max(scroll_depth),
                max(word_count)
            ))) as content
        from pings
        where drop_reason = ''
          and event = ''
          and toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) >= {from:DateTime64(3, 'UTC')}
          and toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) < {to:DateTime64(3, 'UTC')}
          -- Implied by the hour; stated so that only these days of pings are read.
          and pinged_at >= {pinged_from:DateTime64(3, 'UTC')}
          and pinged_at < {pinged_to:DateTime64(3, 'UTC')}
        group by
            site_id,
            session_id,
            pageview_id
    ),
    compared as (
        select
            site_id,
            session_id,
            pageview_id,
            multiIf(
                max(is_stored) = 0, 'has no row',
                min(is_stored) = 1, 'has no ping',
                uniqExact(content) > 1, 'differs from its pings',
                ''
            ) as difference
        from both
        group by
            site_id,
            session_id,
            pageview_id
    )
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(5)((site_id, toString(pageview_id), difference), difference != '') as examples
from compared
settings do_not_merge_across_partitions_select_final = 1
