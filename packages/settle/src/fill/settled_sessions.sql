insert into {stage:Identifier}
    (
        site_id, day, session_hour, session_id, visitor_id, first_seen_at, duration_ms, bounced, pageviews, exit_page,
        {properties} watermark
    )
with
    exits as (
        select
            site_id,
            session_hour,
            session_id,
            -- The last of pageviews entered in one millisecond has the greatest id: as a number, as UUIDs compare by their second half.
            argMax(page_path, (entered_at, toUInt128(pageview_id))) as exit_page,
            toUInt32(count()) as pageviews
        from pageviews final
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
        group by
            site_id,
            session_hour,
            session_id
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
    pageviews,
    exit_page,
    {properties}
    {watermark:DateTime64(3, 'UTC')} as watermark
from sessions final
left any join exits using (site_id, session_hour, session_id)
where session_hour >= {key_from:DateTime('UTC')}
  and session_hour < {key_until:DateTime('UTC')}
  and first_seen_at >= {from:DateTime64(3, 'UTC')}
  and first_seen_at < {until:DateTime64(3, 'UTC')}
