insert into {stage:Identifier}
    (site_id, minutes, slot, browser, os, device_type, visits, complete_until)
select
    site_id,
    (arrayJoin([
        (toUInt16(60), toStartOfHour(first_seen_at)),
        (toUInt16(1440), toStartOfDay(first_seen_at))
    ]) as place).1 as minutes,
    place.2 as slot,
    browser,
    os,
    device_type,
    count() as visits,
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from sessions final
where session_hour >= {day:DateTime('UTC')} - interval 25 hour
  and session_hour < {day:DateTime('UTC')} + interval 1450 minute
  and first_seen_at >= {day:DateTime64(3, 'UTC')}
  and first_seen_at < {day:DateTime64(3, 'UTC')} + interval 1 day
group by
    site_id,
    minutes,
    slot,
    browser,
    os,
    device_type
settings do_not_merge_across_partitions_select_final = 1
