insert into {stage:Identifier}
    (
        site_id, slot, page_path, entered_at, previous_at, is_entry, next_page, focus_time_ms, scroll_depth, word_count,
        source, medium, utm_source, utm_medium, utm_campaign, utm_term, utm_content, entry_page, country, region, city,
        browser, browser_version, os, os_version, device_type, complete_until
    )
with
    day_sessions as (
        select session_id
        from pageviews final
        where entered_hour >= {day:DateTime('UTC')} - interval 25 hour
          and entered_hour < {day:DateTime('UTC')} + interval 1450 minute
          and entered_at >= {day:DateTime64(3, 'UTC')}
          and entered_at < {day:DateTime64(3, 'UTC')} + interval 1 day
          and cityHash64(session_id) % {runs:UInt32} = {run:UInt32}
    ),
    session_views as (
        select
            site_id,
            session_id,
            page_path,
            entered_at,
            -- Those of one millisecond are told apart by their ids, as everywhere.
            (entered_at, pageview_id) as position,
            focus_time_ms,
            scroll_depth,
            word_count
        from pageviews final
        -- A session's pings are within a day of its id, and its pageviews' ids of their pings.
        where entered_hour >= {day:DateTime('UTC')} - interval 50 hour
          and entered_hour < {day:DateTime('UTC')} + interval 50 hour
          and session_id in day_sessions
    ),
    -- Views of one page in a row are a stay.
    stays as (
        select
            *,
            sum(begins_stay) over (
                partition by
                    site_id,
                    session_id
                order by position rows between unbounded preceding and current row
            ) as stay
        from (
            select
                *,
                row_number() over session_order = 1 as is_entry,
                is_entry or page_path != lagInFrame(page_path) over session_order as begins_stay
            from session_views
            window session_order as (
                partition by
                    site_id,
                    session_id
                order by position rows between unbounded preceding and current row
            )
        )
    ),
    day_views as (
        select
            site_id,
            session_id,
            toStartOfDay(entered_at) as slot,
            page_path,
            entered_at,
            lagInFrame(entered_at) over (
                partition by
                    site_id,
                    session_id,
                    page_path
                order by position rows between unbounded preceding and current row
            ) as previous_at,
            is_entry,
            next_view.2 as next_page,
            focus_time_ms,
            scroll_depth,
            word_count
        from (
            select
                *,
                -- The first view of the stay after this one.
                min((position, page_path)) over (
                    partition by
                        site_id,
                        session_id
                    order by stay range between 1 following and 1 following
                ) as next_view
            from stays
        )
        qualify slot = {day:DateTime('UTC')}
    )
select
    site_id,
    slot,
    page_path,
    entered_at,
    previous_at,
    is_entry,
    next_page,
    focus_time_ms,
    scroll_depth,
    word_count,
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
from day_views
left any join (
    select
        site_id,
        session_id,
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
      and session_id in day_sessions
) as properties using (site_id, session_id)
settings do_not_merge_across_partitions_select_final = 1
