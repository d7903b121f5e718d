-- Views before and after the stretch. Those within it count as first ones when they are the first of all, so whoever viewed
-- a page before the stretch began counts here: also who did so before the period, if a view follows in the period. And
-- whoever views a page after the stretch that it viewed before its end was counted already. So nobody counts twice.
select
    page_path,
    sum(edges.views) as views,
    uniqExactIf(session_id, is_first) as first_views,
    sum(edges.focus_time_ms) as focus_time_ms,
    sum(edges.scroll_depth) as scroll_depth
from (
    select
        page_path,
        session_id,
        not (/* after: entered_at */ and (page_path, session_id) in (
            select
                page_path,
                session_id
            from carried_views
            where site_id = {site_id:String}
              and slot = {slots_until:DateTime('UTC')} - interval 1 hour
              and edge = 'end'
        )) as is_first,
        1 as views,
        pageviews.focus_time_ms,
        pageviews.scroll_depth
    from pageviews final
    where site_id = {site_id:String}
      and /* within: entered_hour, entered_at */
    union all
    select
        page_path,
        session_id,
        true as is_first,
        0 as views,
        0 as focus_time_ms,
        0 as scroll_depth
    from carried_views
    where site_id = {site_id:String}
      and slot = {slots_from:DateTime('UTC')}
      and edge = 'begin'
      and next_at < {end:DateTime64(3, 'UTC')}
) as edges
group by page_path
