create or replace view {bi}.pageviews
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day of entered_at',
    pageview_id UUID comment 'Id of the pageview; one row for each pageview id of a session',
    session_id UUID comment 'Session',
    visitor_id UUID comment 'Visitor',
    entered_at DateTime64(3, 'UTC') comment 'Time of the first ping; the pageview counts in the period that contains this time',
    exited_at DateTime64(3, 'UTC') comment 'Time of the last ping',
    page_path LowCardinality(String) comment 'Path of the page',
    page_title LowCardinality(String) comment 'Newest non-empty title that its pings sent',
    focus_time_ms UInt32 comment 'Milliseconds during which the page was visible and focused',
    scroll_depth UInt8 comment 'Deepest point seen, percent of the height of the page',
    word_count UInt32 comment 'Words in the text of the page; 0 when unknown',
    is_entry Bool comment 'Whether it is the first pageview of its session',
    is_exit Bool comment 'Whether it is the last pageview of its session',
    next_page LowCardinality(String) comment 'The next other page in the session, at any later time; empty when there was none',
    exit_page LowCardinality(String) comment 'Of its session: path of the last page',
    /* columns of its session */
)
definer = {definer} sql security definer
as
with
    /* trust: settled_pageviews */ as trust,
    /* days of trust */
-- The live rows come first, so that the settled ones are at least as new as the watermarks in trust.
select
    site_id,
    toDate(viewed.view.entered_at) as date,
    viewed.view.pageview_id as pageview_id,
    session_id,
    viewed.view.visitor_id as visitor_id,
    viewed.view.entered_at as entered_at,
    viewed.view.exited_at as exited_at,
    toLowCardinality(viewed.view.page_path) as page_path,
    toLowCardinality(viewed.view.page_title) as page_title,
    viewed.view.focus_time_ms as focus_time_ms,
    viewed.view.scroll_depth as scroll_depth,
    viewed.view.word_count as word_count,
    toBool(viewed.place = 1) as is_entry,
    toBool(viewed.place = viewed.places) as is_exit,
    toLowCardinality(viewed.following) as next_page,
    toLowCardinality(viewed.last_page) as exit_page,
    {live_properties}
from (
    select
        site_id,
        session_hour,
        session_id,
        pages[-1] as last_page,
        length(views) as places,
        view,
        place,
        following
    from (
        select
            site_id,
            session_hour,
            session_id,
            arraySort(view -> (view.entered_at, toUInt128(view.pageview_id)), groupArray((
                entered_at,
                pageview_id,
                page_path,
                page_title,
                visitor_id,
                exited_at,
                focus_time_ms,
                scroll_depth,
                word_count
            )::Tuple(
                entered_at DateTime64(3, 'UTC'),
                pageview_id UUID,
                page_path String,
                page_title String,
                visitor_id UUID,
                exited_at DateTime64(3, 'UTC'),
                focus_time_ms UInt32,
                scroll_depth UInt8,
                word_count UInt32
            ))) as views,
            tupleElement(views, 'page_path') as pages,
            -- The page of the next view; consecutive views of one page share the one of the last of them.
            arrayReverseFill((next, page) -> next != page, arrayShiftLeft(pages, 1), pages) as next_pages
        from {database}.pageviews final
        where /* live keys */
        group by
            site_id,
            session_hour,
            session_id
    )
    array join
        views as view,
        arrayEnumerate(views) as place,
        next_pages as following
    where /* live rows: toDate(view.entered_at) */
) as viewed
left any join (
    select
        site_id,
        session_hour,
        session_id,
        {properties}
    from {database}.sessions final
    where /* live keys */
) as properties using (site_id, session_hour, session_id)
union all
select
    site_id,
    day as date,
    pageview_id,
    session_id,
    visitor_id,
    entered_at,
    exited_at,
    page_path,
    page_title,
    focus_time_ms,
    scroll_depth,
    word_count,
    is_entry,
    is_exit,
    next_page,
    exit_page,
    {properties}
from {database}.settled_pageviews
where /* settled rows */
union all
select
    site_id,
    day as date,
    pageview_id,
    session_id,
    visitor_id,
    entered_at,
    exited_at,
    page_path,
    page_title,
    focus_time_ms,
    scroll_depth,
    word_count,
    is_entry,
    is_exit,
    next_page,
    exit_page,
    {properties}
from {database}.settled_pageviews
where /* unchanged rows */
settings join_use_nulls = 0
comment 'One row per pageview, with its place in its session and the properties of the session'
