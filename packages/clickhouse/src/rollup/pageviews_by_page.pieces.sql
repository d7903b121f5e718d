-- What pageviews_by_page.sql fills, a piece of the paths at a time: half as much work again for ordinary paths, far less memory
-- for long ones.
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
    -- Paths may be long and a session may have many, and a window keeps whole sessions in memory: here stand their hashes.
    session_views as (
        select
            site_id,
            session_id,
            pageview_id,
            sipHash128(page_path) as page,
            entered_at,
            -- Those of one millisecond are told apart by their ids, as everywhere.
            (entered_at, pageview_id) as position
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
                is_entry or page != lagInFrame(page) over session_order as begins_stay
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
            pageview_id,
            toStartOfDay(entered_at) as slot,
            lagInFrame(entered_at) over (
                partition by
                    site_id,
                    session_id,
                    page
                order by position rows between unbounded preceding and current row
            ) as previous_at,
            is_entry,
            next_view.2 as next_id
        from (
            select
                *,
                -- The first view of the stay after this one.
                min(position) over (
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
-- The paths of these pass by; those of the pages that came next are kept, a piece of them at a time.
from (
    select
        site_id,
        pageview_id,
        page_path,
        entered_at,
        focus_time_ms,
        scroll_depth,
        word_count
    from pageviews final
    where entered_hour >= {day:DateTime('UTC')} - interval 25 hour
      and entered_hour < {day:DateTime('UTC')} + interval 1450 minute
      and entered_at >= {day:DateTime64(3, 'UTC')}
      and entered_at < {day:DateTime64(3, 'UTC')} + interval 1 day
) as views
inner join (
    select *
    from day_views
    where cityHash64(next_id) % {pieces:UInt32} = {piece:UInt32}
) as places using (site_id, pageview_id)
left any join (
    -- Grouped, though each is there once: a join keeps the blocks that it gets, and filtered ones have the memory of whole ones.
    select
        site_id,
        pageview_id as next_id,
        any(page_path) as next_page
    from pageviews final
    where entered_hour >= {day:DateTime('UTC')} - interval 50 hour
      and entered_hour < {day:DateTime('UTC')} + interval 50 hour
      and session_id in day_sessions
      and cityHash64(pageview_id) % {pieces:UInt32} = {piece:UInt32}
    group by
        site_id,
        next_id
) as following using (site_id, next_id)
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
settings do_not_merge_across_partitions_select_final = 1, query_plan_optimize_join_order_limit = 0
