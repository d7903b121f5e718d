with
    -- The totals and the list from one pass, so that views = exits + the views that went on, whatever is stored meanwhile.
    flow as (
        select
            grouping(next_page) = 0 as is_next_page,
            if(is_next_page, next_page, {page_path:String}) as path,
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
            path
        limit {limit:UInt32} by is_next_page
    ),
    readings_by_second as (
        select
            focus_second,
            sum(page_readings.views) as views,
            max(page_readings.words) as words,
            sum(page_readings.focus_time_ms_sum) as focus_time_ms_sum,
            sum(page_readings.scroll_depth_sum) as scroll_depth_sum,
            sumForEach(page_readings.views_by_depth) as views_by_depth
        from (
            /* rows: page_readings */
        ) as page_readings
        group by focus_second
    ),
    -- A value, so that ClickHouse asks for it once.
    (
        select (
            groupArray((focus_second, views)),
            sum(views),
            max(words),
            sum(focus_time_ms_sum),
            sum(scroll_depth_sum),
            arrayResize(sumForEach(views_by_depth), 9)
        )
        from readings_by_second
    ) as readings,
    -- A quantile lies at a rank or between two. Of the seconds that hold these each time is looked at, of the others it is
    -- enough to know how many there are.
    seconds as (
        select
            second.1 as focus_second,
            second.2 as views,
            sum(views) over (order by focus_second) as up_to,
            arrayExists(
                rank -> rank < up_to and rank + 1 >= up_to - views,
                [intDiv(readings.2 - 1, 2), intDiv((readings.2 - 1) * 9, 10)]
            ) as is_asked
        from (select arrayJoin(readings.1) as second)
    ),
    focus as (
        select quantilesExactWeightedInterpolated(0.5, 0.9)(focus_time_ms, views) as focus_time_ms_quantiles
        from (
            select
                focus_second * 1000 as focus_time_ms,
                views
            from seconds
            where not is_asked
            union all
            select
                focus_time_ms,
                1 as views
            from (
                /* rows: focus_times */
            )
            where intDiv(focus_time_ms, 1000) in (select focus_second from seconds where is_asked)
        )
    )
select
    is_next_page,
    path as page_path,
    page_title,
    views,
    unique_views,
    exits,
    entries,
    readings.2 as read_views,
    readings.3 as words,
    readings.4 as focus_time_ms_sum,
    readings.5 as scroll_depth_sum,
    readings.6 as views_by_depth,
    focus_time_ms_quantiles
from (
    select
        page_path as path,
        page_title
    from page_titles final
    where site_id = {site_id:String}
) as titles
right any join flow using path
cross join focus
order by
    views desc,
    page_path
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0,
    -- grouping() is 0 for a column that the row is grouped by; since 23.x the default, said for those before.
    force_grouping_standard_compatibility = 1
