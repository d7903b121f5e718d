with
    -- Visitors choose these texts, and spreadsheets run text that begins like a formula: with a tab, carriage return, + - = @.
    -- The first byte decides.
    text -> if(
        {defuse:Bool} and reinterpretAsUInt8(text) in (9, 13, 43, 45, 61, 64),
        concat('''', text),
        text
    ) as defused,
    page_totals as (
        select
            {site}
            page_path as path,
            sum(page_views.views) as page_view_count,
            sum(page_views.first_views) as unique_views,
            sum(page_views.focus_time_ms) / page_view_count as mean_focus_time_ms,
            sum(page_views.scroll_depth) / page_view_count as mean_scroll_depth
        from (
            /* rows: page_views */
        ) as page_views
        group by
            {site}
            page_path
    )
select
    {site}
    defused(path) as page_path,
    defused(titles.page_title) as page_title,
    page_view_count as views,
    unique_views,
    -- Halves are rounded up, as in /pages; round() would round them to even.
    toUInt64(floor(mean_focus_time_ms + 0.5)) as avg_focus_time_ms,
    floor(mean_scroll_depth * 100 + 0.5) / 100 as avg_scroll_depth
from (
    select
        {site}
        page_path as path,
        tupleElement(max(page_titles.title), 'text') as page_title
    from page_titles
    where site_id in {sites:Array(String)}
    group by
        {site}
        path
) as titles
right any join page_totals using (
    {site}
    path
)
order by
    views desc,
    {site}
    path
-- Days that are not settled are grouped by page and session: with many of them, on disk.
settings max_bytes_before_external_group_by = 100000000
