insert into {stage:Identifier}
    (site_id, slot, first_seen_at, complete_until)
select
    site_id,
    {day:DateTime('UTC')} as slot,
    visitors.first_seen_at as first_seen_at,
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from visitors final
where visitor_hour < {day:DateTime('UTC')} + interval 1450 minute
  and first_seen_at >= {day:DateTime64(3, 'UTC')}
  and first_seen_at < {day:DateTime64(3, 'UTC')} + interval 1 day
