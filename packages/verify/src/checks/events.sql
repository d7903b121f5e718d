-- Compares the events of the period: in the table, and in the pings that are kept.
with
    both as (
        select
            site_id,
            ping_id,
            1 as is_stored,
            cityHash64(toString((
                event_hour,
                event,
                occurred_at,
                event_id,
                session_id,
                visitor_id,
                page_path,
                props,
                amount,
                currency
            ))) as content
        from events final
        where occurred_at >= greatest({from:DateTime64(3, 'UTC')}, {kept_since:DateTime64(3, 'UTC')})
          and occurred_at < {to:DateTime64(3, 'UTC')}
        union all
        select
            site_id,
            ping_id,
            0 as is_stored,
            cityHash64(toString((
                toStartOfHour(pinged_at),
                event,
                pinged_at,
                event_id,
                session_id,
                visitor_id,
                page_path::LowCardinality(String),
                props,
                amount,
                currency
            ))) as content
        from pings
        where drop_reason = ''
          and event != ''
          and pinged_at >= greatest({from:DateTime64(3, 'UTC')}, {kept_since:DateTime64(3, 'UTC')})
          and pinged_at < {to:DateTime64(3, 'UTC')}
    ),
    compared as (
        select
            site_id,
            ping_id,
            multiIf(
                max(is_stored) = 0, 'has no row',
                min(is_stored) = 1, 'has no ping',
                uniqExact(content) > 1, 'differs from its ping',
                ''
            ) as difference
        from both
        group by
            site_id,
            ping_id
    )
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(5)((site_id, toString(ping_id), difference), difference != '') as examples
from compared
settings
    do_not_merge_across_partitions_select_final = 1,
    max_bytes_before_external_group_by = 1000000000
