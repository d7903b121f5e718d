insert into {stage:Identifier}
    (site_id, minutes, slot, page_path, views, first_views, focus_time_ms, scroll_depth, complete_until)
with
    moment -> [
        (toUInt16(60), toStartOfHour(moment)),
        (toUInt16(1440), toStartOfDay(moment))
    ] as slots_of,
    -- A session's views of a page lie within a day, so whatever came before the first one of this day is among these.
    session_pages as (
        select
            site_id,
            session_id,
            page_path,
            min(entered_at) as first_at
        from pageviews final
        where entered_hour >= {day:DateTime('UTC')} - interval 50 hour
          and entered_hour < {day:DateTime('UTC')} + interval 1450 minute
          and entered_at >= {day:DateTime64(3, 'UTC')} - interval 25 hour
          and entered_at < {day:DateTime64(3, 'UTC')} + interval 1 day
          and cityHash64(page_path) % {pieces:UInt32} = {piece:UInt32}
        group by
            site_id,
            session_id,
            page_path
        having first_at >= {day:DateTime('UTC')}
    ),
    slot_rows as (
        select
            site_id,
            arrayJoin(slots_of(entered_at)) as place,
            page_path,
            count() as views,
            0 as first_views,
            sum(pageviews.focus_time_ms) as focus_time_ms,
            sum(pageviews.scroll_depth) as scroll_depth
        from pageviews final
        where entered_hour >= {day:DateTime('UTC')} - interval 25 hour
          and entered_hour < {day:DateTime('UTC')} + interval 1450 minute
          and entered_at >= {day:DateTime64(3, 'UTC')}
          and entered_at < {day:DateTime64(3, 'UTC')} + interval 1 day
          and cityHash64(page_path) % {pieces:UInt32} = {piece:UInt32}
        group by
            site_id,
            place,
            page_path
        union all
        select
            site_id,
            arrayJoin(slots_of(first_at)) as place,
            page_path,
            0 as views,
            count() as first_views,
            0 as focus_time_ms,
            0 as scroll_depth
        from session_pages
        group by
            site_id,
            place,
            page_path
    )
select
    site_id,
    place.1 as minutes,
    place.2 as slot,
    page_path,
    sum(slot_rows.views) as views,
    sum(slot_rows.first_views) as first_views,
    sum(slot_rows.focus_time_ms) as focus_time_ms,
    sum(slot_rows.scroll_depth) as scroll_depth,
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from slot_rows
group by
    site_id,
    minutes,
    slot,
    page_path
settings do_not_merge_across_partitions_select_final = 1
