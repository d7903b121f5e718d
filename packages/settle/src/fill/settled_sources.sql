insert into {stage:Identifier}
    (site_id, day, source, medium, visits, visitors, bounces, watermark)
select
    site_id,
    {day:Date} as day,
    source,
    medium,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces,
    {watermark:DateTime64(3, 'UTC')} as watermark
from sessions final
where session_hour >= {key_from:DateTime('UTC')}
  and session_hour < {key_until:DateTime('UTC')}
  and first_seen_at >= {from:DateTime64(3, 'UTC')}
  and first_seen_at < {until:DateTime64(3, 'UTC')}
group by
    site_id,
    source,
    medium
