with
    page_views as (
        select
            pageview_id,
            any(session_id) as session_id,
            max(focus_time_ms) as focus,
            max(scroll_depth) as scroll,
            min(pinged_at) as entered_at
        from pings
        where site_id = {site_id:String}
          and page_path = {page_path:String}
          and pinged_at >= {start:DateTime64(3, 'UTC')}
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
          /* filter */
        group by pageview_id
        having entered_at < {end:DateTime64(3, 'UTC')}
           -- A session that began before the start sent its first ping then.
           and countIf(type = 'view') > 0
    ),
    journeys as (
        select arraySort(groupArray((pinged_at, toUInt128(pageview_id), page_path))) as views
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
          and session_id in (select session_id from page_views)
        group by session_id
    ),
    steps as (
        select
            place = 1 as is_entry,
            arrayFirst(view -> view.3 != {page_path:String}, arraySlice(views, place + 1)).3 as next_page
        from journeys
        array join arrayEnumerate(views) as place
        where views[place].3 = {page_path:String}
          and views[place].1 >= {start:DateTime64(3, 'UTC')}
          and views[place].1 < {end:DateTime64(3, 'UTC')}
    ),
    totals as (
        select
            count() as views,
            uniqExact(session_id) as unique_views,
            round(avg(focus)) as avg_focus_time_ms,
            round(avg(scroll), 2) as avg_scroll_depth
        from page_views
    ),
    flow as (
        select
            countIf(is_entry) as entries,
            countIf(next_page = '') as exits,
            topK(20)(next_page) as next_pages
        from steps
    )
select
    views,
    unique_views,
    avg_focus_time_ms,
    avg_scroll_depth,
    exits,
    entries
from totals, flow
