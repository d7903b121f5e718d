insert into {stage:Identifier}
    (
        site_id, day, session_hour, session_id, visitor_id, first_seen_at, duration_ms, bounced, {properties} watermark
    )
select
    site_id,
    {day:Date} as day,
    session_hour,
    session_id,
    visitor_id,
    first_seen_at,
    duration_ms,
    bounced,
    {properties}
    {watermark:DateTime64(3, 'UTC')} as watermark
from sessions final
where session_hour >= {key_from:DateTime('UTC')}
  and session_hour < {key_until:DateTime('UTC')}
  and first_seen_at >= {from:DateTime64(3, 'UTC')}
  and first_seen_at < {until:DateTime64(3, 'UTC')}
