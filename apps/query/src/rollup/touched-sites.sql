-- By any site: the stretch is the same for all of them.
select
    toUnixTimestamp(touched_hours.hour) as hour,
    toUnixTimestamp64Milli(max(touched_hours.stored_at)) as stored_at,
    0 as late_at
from touched_hours
where touched_hours.hour >= {hour_of_start:DateTime('UTC')}
  and touched_hours.hour < {hour_after_end:DateTime('UTC')}
group by hour
order by hour
