insert into {stage:Identifier}
    (
        site_id, day, session_hour, session_id, visitor_id, first_seen_at, duration_ms, bounced, source, medium, utm_source,
        utm_medium, utm_campaign, utm_term, utm_content, entry_page, country, region, city, browser, browser_version, os,
        os_version, device_type, watermark
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
    source,
    medium,
    utm_source,
    utm_medium,
    utm_campaign,
    utm_term,
    utm_content,
    entry_page,
    country,
    region,
    city,
    browser,
    browser_version,
    os,
    os_version,
    device_type,
    {watermark:DateTime64(3, 'UTC')} as watermark
from sessions final
where session_hour >= {key_from:DateTime('UTC')}
  and session_hour < {key_until:DateTime('UTC')}
  and first_seen_at >= {from:DateTime64(3, 'UTC')}
  and first_seen_at < {until:DateTime64(3, 'UTC')}
