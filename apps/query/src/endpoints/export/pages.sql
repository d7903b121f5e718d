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
            count() as views,
            uniqExact(session_id) as unique_views,
            sum(focus_time_ms) / views as mean_focus_time_ms,
            sum(scroll_depth) / views as mean_scroll_depth
        from pageviews final
        where site_id in {sites:Array(String)}
          and session_hour >= {key_start:DateTime('UTC')}
          and session_hour < {key_end:DateTime('UTC')}
          and entered_at >= {start:DateTime64(3, 'UTC')}
          and entered_at < {end:DateTime64(3, 'UTC')}
          /* filter: pageviews */
        group by
            {site}
            page_path
    )
select
    {site}
    defused(path) as page_path,
    defused(titles.page_title) as page_title,
    views,
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
