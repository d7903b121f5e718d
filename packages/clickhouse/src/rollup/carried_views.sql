insert into {stage:Identifier}
    (site_id, slot, edge, page_path, session_id, next_at, complete_until)
with
    -- Few sessions are of more than one hour.
    long_sessions as (
        select
            site_id,
            session_id
        from sessions final
        where session_hour >= {day:DateTime('UTC')} - interval 50 hour
          and session_hour < {day:DateTime('UTC')} + interval 1450 minute
          and last_seen_at >= {day:DateTime64(3, 'UTC')}
          and toStartOfHour(first_seen_at) < toStartOfHour(last_seen_at)
    ),
    session_pages as (
        select
            site_id,
            session_id,
            page_path,
            arraySort(groupArray(entered_at)) as times
        from pageviews final
        where entered_hour >= {day:DateTime('UTC')} - interval 50 hour
          and entered_hour < {day:DateTime('UTC')} + interval 50 hour
          and entered_at >= {day:DateTime64(3, 'UTC')} - interval 25 hour
          and entered_at < {day:DateTime64(3, 'UTC')} + interval 49 hour
          and (site_id, session_id) in long_sessions
          and cityHash64(page_path) % {pieces:UInt32} = {piece:UInt32}
        group by
            site_id,
            session_id,
            page_path
        having length(times) > 1
    ),
    carried as (
        select
            site_id,
            session_id,
            page_path,
            times,
            toDateTime(arrayJoin(range(
                toUInt32(toStartOfHour(times[1])) + 3600,
                toUInt32(toStartOfHour(times[-1])) + 1,
                3600
            )), 'UTC') as parting
        from session_pages
    )
select
    site_id,
    -- The edge stands at the hour that begins with it and at the one that ends with it.
    (arrayJoin([('begin', parting), ('end', parting - interval 1 hour)]) as place).2 as slot,
    place.1 as edge,
    page_path,
    session_id,
    arrayFirst(at -> at >= parting, times) as next_at,
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from carried
where slot >= {day:DateTime('UTC')}
  and slot < {day:DateTime('UTC')} + interval 1 day
settings do_not_merge_across_partitions_select_final = 1
