-- Late pings of days before the range are one row with time 0.
select
    fact,
    if(day < {first_day:Date}, 0, toUnixTimestamp(toDateTime(day, 'UTC')) * 1000) as at,
    toUnixTimestamp64Milli(max(changed_days.changed_at)) as changed_at,
    toUnixTimestamp64Milli(now64(3, 'UTC')) as now
from changed_days
where fact in {facts:Array(String)}
  and ({every_site:Bool} or site_id in {sites:Array(String)})
  and (day >= {first_day:Date} or fact = 'late')
  and day <= {last_day:Date}
group by
    fact,
    at
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0
