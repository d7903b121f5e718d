-- Compares the ids whose first event is in the period: in the table, and in the pings that are kept. When raw pings were removed
-- (kept_since), the table may legitimately have an earlier event, and more days.
with
    both as (
        select
            site_id,
            event_id,
            min(first)::Tuple(DateTime64(3, 'UTC'), UUID) as stored_first,
            groupUniqArrayArray(days) as stored_days,
            (toDateTime64(0, 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000')) as pinged_first,
            []::Array(Date) as pinged_days
        from event_ids
        group by
            site_id,
            event_id
        union all
        select
            site_id,
            event_id,
            (toDateTime64(0, 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000')) as stored_first,
            []::Array(Date) as stored_days,
            min((pinged_at, ping_id)) as pinged_first,
            groupUniqArray(toDate(pinged_at)) as pinged_days
        from pings
        where drop_reason = ''
          and event != ''
          and event_id != ''
        group by
            site_id,
            event_id
    ),
    known as (
        select
            site_id,
            event_id,
            groupArrayIf(stored_first, notEmpty(stored_days)) as stored,
            groupArrayIf(pinged_first, notEmpty(pinged_days)) as pinged,
            groupUniqArrayArray(both.stored_days) as days,
            groupUniqArrayArray(both.pinged_days) as days_of_pings
        from both
        group by
            site_id,
            event_id
    ),
    compared as (
        select
            site_id,
            event_id,
            arrayMin(arrayConcat(stored, pinged)) as first_event,
            multiIf(
                empty(stored), 'has no row',
                empty(pinged), if(tupleElement(stored[1], 1) >= {kept_since:DateTime64(3, 'UTC')}, 'has no ping', ''),
                stored[1] > pinged[1], 'has an earlier event than its row states',
                stored[1] < pinged[1] and tupleElement(stored[1], 1) >= {kept_since:DateTime64(3, 'UTC')}, 'has no ping of its first event',
                not hasAll(days, days_of_pings), 'lacks a day',
                ''
            ) as difference
        from known
        where tupleElement(first_event, 1) >= {from:DateTime64(3, 'UTC')}
          and tupleElement(first_event, 1) < {to:DateTime64(3, 'UTC')}
    )
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(5)((site_id, event_id, difference), difference != '') as examples
from compared
settings
    -- Groups pings of all time, which may not fit into the memory of a small machine.
    max_bytes_before_external_group_by = 1000000000
