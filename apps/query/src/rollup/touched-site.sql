-- The hours before the range are one row of hour 0: what they tell of late pings counts in the range too.
select
    if(touched_hours.hour < {hour_of_start:DateTime('UTC')}, 0, toUnixTimestamp(touched_hours.hour)) as hour,
    toUnixTimestamp64Milli(max(touched_hours.stored_at)) as stored_at,
    toUnixTimestamp64Milli(max(touched_hours.late_at)) as late_at
from touched_hours
where site_id = {site_id:String}
  and touched_hours.hour < {hour_after_end:DateTime('UTC')}
group by hour
order by hour
