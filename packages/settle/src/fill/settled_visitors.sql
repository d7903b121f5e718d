insert into {stage:Identifier}
    (site_id, day, visitor_id, first_seen_at, watermark)
select
    site_id,
    {day:Date} as day,
    visitor_id,
    first_seen_at,
    {watermark:DateTime64(3, 'UTC')} as watermark
from visitors final
where visitor_hour < {key_until:DateTime('UTC')}
  and first_seen_at >= {from:DateTime64(3, 'UTC')}
  and first_seen_at < {until:DateTime64(3, 'UTC')}
