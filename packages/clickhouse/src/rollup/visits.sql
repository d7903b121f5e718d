insert into {stage:Identifier}
    (
        site_id, slot, visitor_id, begun_at, viewed_at, duration_ms, bounced, source, medium, utm_source, utm_medium,
        utm_campaign, utm_term, utm_content, entry_page, country, region, city, browser, browser_version, os, os_version,
        device_type, complete_until
    )
with
    day_rows as (
        select
            site_id,
            session_id,
            visitor_id,
            groupArray(entered_at) as viewed_at,
            toDateTime64(0, 3, 'UTC') as begun_at
        from pageviews final
        where entered_hour >= {day:DateTime('UTC')} - interval 25 hour
          and entered_hour < {day:DateTime('UTC')} + interval 1450 minute
          and entered_at >= {day:DateTime64(3, 'UTC')}
          and entered_at < {day:DateTime64(3, 'UTC')} + interval 1 day
          and cityHash64(session_id) % {runs:UInt32} = {run:UInt32}
        group by
            site_id,
            session_id,
            visitor_id
        union all
        select
            site_id,
            session_id,
            visitor_id,
            [] as viewed_at,
            first_seen_at as begun_at
        from sessions final
        where session_hour >= {day:DateTime('UTC')} - interval 25 hour
          and session_hour < {day:DateTime('UTC')} + interval 1450 minute
          and first_seen_at >= {day:DateTime64(3, 'UTC')}
          and first_seen_at < {day:DateTime64(3, 'UTC')} + interval 1 day
          and cityHash64(session_id) % {runs:UInt32} = {run:UInt32}
    ),
    day_visits as (
        select
            site_id,
            session_id,
            visitor_id as viewer_id,
            arraySort(groupArrayArray(day_rows.viewed_at)) as viewed_at,
            max(day_rows.begun_at) as begun_at
        from day_rows
        group by
            site_id,
            session_id,
            viewer_id
    )
select
    site_id,
    {day:DateTime('UTC')} as slot,
    viewer_id as visitor_id,
    begun_at,
    viewed_at,
    toUnixTimestamp64Milli(last_seen_at) - toUnixTimestamp64Milli(first_seen_at) as duration_ms,
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
    {complete_until:DateTime64(3, 'UTC')} as complete_until
from (
    select
        site_id,
        session_id,
        first_seen_at,
        last_seen_at,
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
        device_type
    from sessions final
    -- Ids are at most a day older than the pings that carry them.
    where session_hour >= {day:DateTime('UTC')} - interval 25 hour
      and session_hour < {day:DateTime('UTC')} + interval 1450 minute
      and cityHash64(session_id) % {runs:UInt32} = {run:UInt32}
) as properties
-- This way round the visits of the day are hashed, which are the fewer and the smaller.
right join day_visits using (site_id, session_id)
settings do_not_merge_across_partitions_select_final = 1
