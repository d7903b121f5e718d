-- Compares visitors who were first seen in the period: in the table, and in the pings that are kept. When raw pings were
-- removed (kept_since), the table may legitimately have an earlier time.
with
    both as (
        select
            site_id,
            visitor_id,
            min(first_seen_at) as stored_at,
            null as pinged_first_at
        from visitors final
        group by
            site_id,
            visitor_id
        union all
        select
            site_id,
            visitor_id,
            null as stored_at,
            min(pinged_at) as pinged_first_at
        from pings
        where drop_reason = ''
          and event = ''
        group by
            site_id,
            visitor_id
    ),
    known as (
        select
            site_id,
            visitor_id,
            max(stored_at) as seen_at,
            max(pinged_first_at) as first_ping_at
        from both
        group by
            site_id,
            visitor_id
        having ifNull(least(seen_at, first_ping_at), coalesce(seen_at, first_ping_at)) >= {from:DateTime64(3, 'UTC')}
           and ifNull(least(seen_at, first_ping_at), coalesce(seen_at, first_ping_at)) < {to:DateTime64(3, 'UTC')}
    ),
    compared as (
        select
            site_id,
            visitor_id,
            multiIf(
                seen_at is null, 'has no row',
                first_ping_at is null, if(seen_at >= {kept_since:DateTime64(3, 'UTC')}, 'has no ping', ''),
                seen_at > first_ping_at, 'was seen earlier than its row states',
                seen_at < first_ping_at and seen_at >= {kept_since:DateTime64(3, 'UTC')}, 'has no ping at the first-seen time of its row',
                ''
            ) as difference
        from known
    )
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(5)((site_id, toString(visitor_id), difference), difference != '') as examples
from compared
settings
    -- Groups pings of all time, which may not fit into the memory of a small machine.
    max_bytes_before_external_group_by = 1000000000
