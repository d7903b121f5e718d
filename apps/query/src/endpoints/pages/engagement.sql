with
    page_views as (
        select
            session_id,
            pageview_id
        from pageviews final
        where site_id = {site_id:String}
          and entered_hour >= {key_start:DateTime64(3, 'UTC')}
          and entered_hour < {key_end:DateTime64(3, 'UTC')}
          and entered_at >= {start:DateTime64(3, 'UTC')}
          and entered_at < {end:DateTime64(3, 'UTC')}
          and page_path = {page_path:String}
          /* filter: pageviews */
    ),
    -- All pageviews of the sessions that viewed the page: what came next may be after the period.
    session_views as (
        select
            session_id,
            pageview_id,
            title,
            focus_time_ms,
            scroll_depth,
            word_count,
            -- Those of one millisecond are told apart by their ids, as everywhere.
            (entered_at, pageview_id) as position,
            min(position) over (partition by session_id) as first_position,
            -- Back from the session's end, so that each row adds to what the later ones gave: the first of the views of
            -- other pages that come after it. Of none, an empty path.
            minIf((position, page_path, title), page_path != {page_path:String}) over (
                partition by session_id
                order by position desc
            ) as next_view
        from pageviews final
        where site_id = {site_id:String}
          -- A session's pings are within a day of its id, and its pageviews' ids of their pings: see filter/exit.sql.
          and entered_hour >= {key_start:DateTime64(3, 'UTC')} - interval 26 hour
          and entered_hour < {key_end:DateTime64(3, 'UTC')} + interval 26 hour
          and session_id in (select session_id from page_views)
    )
-- The totals and the list from one pass, so that views = exits + the views that went on, whatever is stored meanwhile.
select
    grouping(next_page) = 0 as is_next_page,
    next_view.2 as next_page,
    max(next_view.3).text as next_title,
    max(title).text as page_title,
    count() as views,
    uniqExact(session_id) as unique_views,
    countIf(next_page = '') as exits,
    countIf(position = first_position) as entries,
    max(word_count) as words,
    sum(focus_time_ms) as focus_time_ms_sum,
    quantilesExactInclusive(0.5, 0.9)(focus_time_ms) as focus_time_ms_quantiles,
    sum(scroll_depth) as scroll_depth_sum,
    arrayResize(
        sumForEach(arrayMap(band -> toUInt64(least(intDiv(scroll_depth, 10), 9) = band), range(10))),
        10
    ) as views_by_band
from session_views
where pageview_id in (select pageview_id from page_views)
group by grouping sets (
    (next_page),
    ()
)
having is_next_page = 0 or next_page != ''
order by
    views desc,
    next_page
limit {limit:UInt32} by is_next_page
settings
    do_not_merge_across_partitions_select_final = 1,
    -- grouping() is 0 for a column that the row is grouped by; since 23.x the default, said for those before.
    force_grouping_standard_compatibility = 1
