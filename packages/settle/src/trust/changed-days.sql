-- The days before the first of the range are one row with day 0, of which only late_at counts.
select
    if(session_hour < {days_from:DateTime('UTC')}, 0, toUnixTimestamp(toStartOfDay(session_hour)) * 1000) as day,
    toUnixTimestamp64Milli(max(changed_hours.changed_at)) as changed_at,
    toUnixTimestamp64Milli(maxIf(changed_hours.changed_at, session_hour < toStartOfDay(session_hour) + toIntervalMillisecond({id_lead:UInt32}))) as first_hours_changed_at,
    toUnixTimestamp64Milli(max(changed_hours.late_at)) as late_at,
    toUnixTimestamp64Milli(now64(3, 'UTC')) as now
from changed_hours
where ({every_site:Bool} or site_id in {sites:Array(String)})
  and session_hour >= {hours_from:DateTime('UTC')}
  and session_hour < {hours_until:DateTime('UTC')}
group by day
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0
