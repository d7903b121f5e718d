-- Before and after the stretch, of which the first views are not known: a view is one if its session did not view the page
-- before, within the period.
select
    page_path,
    count() as views,
    countIf(previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0) as first_views,
    sum(session_views.focus_time_ms) as focus_time_ms,
    sum(session_views.scroll_depth) as scroll_depth
from (
    select
        page_path,
        entered_at,
        focus_time_ms,
        scroll_depth,
        lagInFrame(entered_at) over (
            partition by
                session_id,
                page_path
            order by
                entered_at,
                pageview_id
            rows between unbounded preceding and current row
        ) as previous_at
    from pageviews final
    where site_id = {site_id:String}
      and /* near: entered_hour */
      and session_id in (
          select session_id
          from pageviews final
          where site_id = {site_id:String}
            and /* within: entered_hour, entered_at */
      )
      /* filter: pageviews */
) as session_views
where /* within: entered_at */
group by page_path
