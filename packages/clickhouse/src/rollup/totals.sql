insert into {stage:Identifier}
    (site_id, minutes, slot, views, visitors, visitor_count, sessions, bounces, duration_ms, complete_until)
with
    -- Each row into the slot of each length.
    moment -> [
        (toUInt16(15), toStartOfFifteenMinutes(moment)),
        (toUInt16(60), toStartOfHour(moment)),
        (toUInt16(1440), toStartOfDay(moment))
    ] as slots_of,
    slot_rows as (
        select
            site_id,
            arrayJoin(slots_of(entered_at)) as place,
            count() as views,
            uniqCombined64State(17)(visitor_id) as visitors,
            0 as sessions,
            0 as bounces,
            0 as duration_ms
        from pageviews final
        where entered_hour >= {day:DateTime('UTC')} - interval 25 hour
          and entered_hour < {day:DateTime('UTC')} + interval 1450 minute
          and entered_at >= {day:DateTime64(3, 'UTC')}
          and entered_at < {day:DateTime64(3, 'UTC')} + interval 1 day
        group by
            site_id,
            place
        union all
        select
            site_id,
            arrayJoin(slots_of(first_seen_at)) as place,
            0 as views,
            uniqCombined64StateIf(17)(visitor_id, false) as visitors,
            count() as sessions,
            countIf(bounced) as bounces,
            sum(toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at)) as duration_ms
        from sessions final
        where session_hour >= {day:DateTime('UTC')} - interval 25 hour
          and session_hour < {day:DateTime('UTC')} + interval 1450 minute
          and first_seen_at >= {day:DateTime64(3, 'UTC')}
          and first_seen_at < {day:DateTime64(3, 'UTC')} + interval 1 day
        group by
            site_id,
            place
    )
select
    site_id,
    place.1 as minutes,
    place.2 as slot,
    sum(slot_rows.views) as views,
    uniqCombined64MergeState(17)(slot_rows.visitors) as visitors,
    uniqCombined64Merge(17)(slot_rows.visitors) as visitor_count,
    sum(slot_rows.sessions) as sessions,
    sum(slot_rows.bounces) as bounces,
    sum(slot_rows.duration_ms) as duration_ms,
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from slot_rows
group by
    site_id,
    minutes,
    slot
settings do_not_merge_across_partitions_select_final = 1
