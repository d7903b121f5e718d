with
    -- Totals and list come from one pass, so that views = exits + views with a next page, whatever is stored meanwhile.
    flow as (
        select
            grouping(next_page) = 0 as is_next_page,
            if(is_next_page, next_page, {page_path:String}) as page_path,
            sum(page_flow.views) as views,
            sum(first_views) as unique_views,
            sumIf(page_flow.views, next_page = '') as exits,
            sum(page_flow.entries) as entries
        from (
            /* rows: page_flow */
        ) as page_flow
        group by grouping sets (
            (next_page),
            ()
        )
        having is_next_page = 0 or next_page != ''
        order by
            views desc,
            page_path
        limit {limit:UInt32} by is_next_page
    ),
    readings as (
        select
            -- The number of views in these sums: a ping may have come since the views above were counted.
            sum(page_readings.views) as read_views,
            max(page_readings.words) as words,
            sum(page_readings.focus_time_ms_sum) as focus_time_ms_sum,
            sum(page_readings.scroll_depth_sum) as scroll_depth_sum,
            arrayResize(sumForEach(page_readings.views_by_depth), 9) as views_by_depth
        from (
            /* rows: page_readings */
        ) as page_readings
    ),
    focus as (
        select quantilesExactInclusive(0.5, 0.9)(focus_time_ms) as focus_time_ms_quantiles
        from (
            /* rows: focus_times */
        )
    )
select
    is_next_page,
    page_path,
    page_title,
    views,
    unique_views,
    exits,
    entries,
    read_views,
    words,
    focus_time_ms_sum,
    focus_time_ms_quantiles,
    scroll_depth_sum,
    views_by_depth
from (
    /* rows: titles */
) as titles
right any join flow using page_path
cross join readings
cross join focus
order by
    views desc,
    page_path
