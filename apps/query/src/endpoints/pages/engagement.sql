with
    -- The totals and the list from one pass, so that views = exits + the views that went on, whatever is stored meanwhile.
    flow as (
        select
            grouping(next_page) = 0 as is_next_page,
            if(is_next_page, next_page, {page_path:String}) as path,
            sum(view_count) as views,
            sum(first_views) as unique_views,
            sumIf(view_count, next_page = '') as exits,
            sum(entry_count) as entries,
            max(words) as words,
            sum(focus_time_ms_total) as focus_time_ms_sum,
            quantilesExactInclusiveMerge(0.5, 0.9)(focus_times) as focus_time_ms_quantiles,
            sum(scroll_depth_total) as scroll_depth_sum,
            arrayResize(sumForEach(bands), 10) as views_by_band
        from (
            select
                next_page,
                count() as view_count,
                countIf(previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0) as first_views,
                countIf(is_entry) as entry_count,
                max(word_count) as words,
                sum(focus_time_ms) as focus_time_ms_total,
                quantilesExactInclusiveState(0.5, 0.9)(focus_time_ms) as focus_times,
                sum(scroll_depth) as scroll_depth_total,
                [
                    countIf(scroll_depth < 10),
                    countIf(scroll_depth >= 10 and scroll_depth < 20),
                    countIf(scroll_depth >= 20 and scroll_depth < 30),
                    countIf(scroll_depth >= 30 and scroll_depth < 40),
                    countIf(scroll_depth >= 40 and scroll_depth < 50),
                    countIf(scroll_depth >= 50 and scroll_depth < 60),
                    countIf(scroll_depth >= 60 and scroll_depth < 70),
                    countIf(scroll_depth >= 70 and scroll_depth < 80),
                    countIf(scroll_depth >= 80 and scroll_depth < 90),
                    countIf(scroll_depth >= 90)
                ] as bands
            from (
                /* rows: page_readings */
            )
            group by next_page
        )
        group by grouping sets (
            (next_page),
            ()
        )
        having is_next_page = 0 or next_page != ''
        order by
            views desc,
            path
        limit {limit:UInt32} by is_next_page
    )
select
    is_next_page,
    path as page_path,
    page_title,
    views,
    unique_views,
    exits,
    entries,
    words,
    focus_time_ms_sum,
    focus_time_ms_quantiles,
    scroll_depth_sum,
    views_by_band
from (
    select
        page_path as path,
        page_title
    from page_titles final
    where site_id = {site_id:String}
) as titles
right any join flow using path
order by
    views desc,
    page_path
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0,
    -- grouping() is 0 for a column that the row is grouped by; since 23.x the default, said for those before.
    force_grouping_standard_compatibility = 1
