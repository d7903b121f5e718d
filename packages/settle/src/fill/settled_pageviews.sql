insert into {stage:Identifier}
    (
        site_id, day, session_hour, session_id, pageview_id, visitor_id, page_path, page_title, entered_at, exited_at,
        previous_at, is_entry, is_exit, page_number, next_page, focus_time_ms, scroll_depth, word_count, exit_page, {properties} watermark
    )
with
    -- All pageviews of a session, on any day. Pages are compared by their hashes, as one session may have many long
    -- paths.
    day_sessions as (
        select
            site_id,
            session_hour,
            session_id,
            arraySort(view -> (view.entered_at, toUInt128(view.pageview_id)), groupArray((
                entered_at,
                pageview_id,
                reinterpretAsUInt128(sipHash128(page_path)),
                visitor_id,
                focus_time_ms,
                scroll_depth,
                word_count,
                exited_at,
                reinterpretAsUInt128(sipHash128(page_title))
            )::Tuple(
                entered_at DateTime64(3, 'UTC'),
                pageview_id UUID,
                page UInt128,
                visitor_id UUID,
                focus_time_ms UInt32,
                scroll_depth UInt8,
                word_count UInt32,
                exited_at DateTime64(3, 'UTC'),
                title_hash UInt128
            ))) as views,
            tupleElement(views, 'page') as pages,
            arrayCumSum((page, before) -> page != before, pages, arrayPushFront(arrayPopBack(pages), toUInt128(0))) as page_numbers,
            -- The page of the next view; consecutive views of one page share the one of the last of them.
            arrayReverseFill(
                (next_page, page) -> next_page != page,
                arrayShiftLeft(pages, 1),
                pages
            ) as next_pages,
            -- By page, then by position.
            arraySort(arrayZip(pages, arrayEnumerate(views), next_pages, views, page_numbers)) as page_views,
            arrayShiftRight(page_views, 1) as views_before
        from pageviews final
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
        group by
            site_id,
            session_hour,
            session_id
        -- The others have no view on the day: half of what was read.
        having max(entered_at) >= {from:DateTime64(3, 'UTC')}
           and min(entered_at) < {until:DateTime64(3, 'UTC')}
    ),
    day_views as (
        select
            site_id,
            session_hour,
            session_id,
            view.1 as page,
            view.2 = 1 as is_entry,
            view.2 = length(views) as is_exit,
            view.3 as next,
            view.5 as page_number,
            pages[-1] as last_page,
            if(view_before.1 = page, view_before.4.entered_at, toDateTime64(0, 3, 'UTC')) as previous_at,
            view.4.pageview_id as pageview_id,
            view.4.visitor_id as visitor_id,
            view.4.entered_at as entered_at,
            view.4.exited_at as exited_at,
            view.4.title_hash as title_hash,
            view.4.focus_time_ms as focus_time_ms,
            view.4.scroll_depth as scroll_depth,
            view.4.word_count as word_count
        from day_sessions
        array join
            page_views as view,
            views_before as view_before
        where entered_at >= {from:DateTime64(3, 'UTC')}
          and entered_at < {until:DateTime64(3, 'UTC')}
    ),
    paths as (
        select
            reinterpretAsUInt128(sipHash128(page_path)) as page,
            any(page_path) as path
        from pageviews
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
        group by page
    ),
    titles as (
        select
            reinterpretAsUInt128(sipHash128(page_title)) as title_hash,
            any(page_title) as text
        from pageviews
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
        group by title_hash
    ),
    properties as (
        select
            {properties}
            site_id,
            session_hour,
            session_id
        from sessions final
        where session_hour >= {key_from:DateTime('UTC')}
          and session_hour < {key_until:DateTime('UTC')}
          and last_seen_at >= {from:DateTime64(3, 'UTC')}
          and first_seen_at < {until:DateTime64(3, 'UTC')}
    )
select
    day_views.site_id as site_id,
    {day:Date} as day,
    day_views.session_hour as session_hour,
    day_views.session_id as session_id,
    pageview_id,
    visitor_id,
    own.path as page_path,
    titles.text as page_title,
    entered_at,
    exited_at,
    previous_at,
    is_entry,
    is_exit,
    page_number,
    following.path as next_page,
    focus_time_ms,
    scroll_depth,
    word_count,
    leaving.path as exit_page,
    {properties}
    {watermark:DateTime64(3, 'UTC')} as watermark
from day_views
left any join paths as own on own.page = day_views.page
left any join paths as following on following.page = day_views.next
left any join paths as leaving on leaving.page = day_views.last_page
left any join titles on titles.title_hash = day_views.title_hash
left any join properties using (site_id, session_hour, session_id)
