insert into {stage:Identifier}
    (site_id, minutes, slot, visitors, complete_until)
select
    site_id,
    (arrayJoin([
        (toUInt16(15), toStartOfFifteenMinutes(first_seen_at)),
        (toUInt16(60), toStartOfHour(first_seen_at)),
        (toUInt16(1440), toStartOfDay(first_seen_at))
    ]) as place).1 as minutes,
    place.2 as slot,
    count() as visitors,
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from visitors final
where visitor_hour < {day:DateTime('UTC')} + interval 1450 minute
  and first_seen_at >= {day:DateTime64(3, 'UTC')}
  and first_seen_at < {day:DateTime64(3, 'UTC')} + interval 1 day
group by
    site_id,
    minutes,
    slot
