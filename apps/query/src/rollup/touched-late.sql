-- A late ping can move when a visitor was first seen from any later hour into its own: it touches all hours from there.
select
    hour,
    greatest(max(stored_at), max(max(late_at)) over (order by hour)) as touched_at
from touched_hours
where site_id = {site_id:String}
  and hour < {hour_after_end:DateTime('UTC')}
group by hour
