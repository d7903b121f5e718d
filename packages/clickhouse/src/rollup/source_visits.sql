insert into {stage:Identifier}
    (site_id, minutes, slot, source, medium, visits, visitors, bounces, complete_until)
select
    site_id,
    (arrayJoin([
        (toUInt16(60), toStartOfHour(first_seen_at)),
        (toUInt16(1440), toStartOfDay(first_seen_at))
    ]) as place).1 as minutes,
    place.2 as slot,
    source,
    medium,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces,
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
    source,
    medium
settings do_not_merge_across_partitions_select_final = 1
