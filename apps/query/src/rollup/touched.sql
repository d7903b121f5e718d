select
    hour,
    max(stored_at) as touched_at
from touched_hours
where site_id = {site_id:String}
  and hour >= {hour_of_start:DateTime('UTC')}
  and hour < {hour_after_end:DateTime('UTC')}
group by hour
