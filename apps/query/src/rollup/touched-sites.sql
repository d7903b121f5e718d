-- By any site: the stretch is the same for all of them.
select
    hour,
    max(stored_at) as touched_at
from touched_hours
where hour >= {hour_of_start:DateTime('UTC')}
  and hour < {hour_after_end:DateTime('UTC')}
group by hour
