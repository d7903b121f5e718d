select
    next_view.2 as next_page,
    count() as views,
    countIf(previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0) as first_views,
    countIf(position = first_position) as entries
from (
    -- All pageviews of the sessions that viewed the page: what came next may be after the period.
    select
        session_id,
        entered_at,
        (page_path = {page_path:String} /* filter: pageviews */) as is_asked,
        -- Those of one millisecond are told apart by their ids, as everywhere.
        (entered_at, pageview_id) as position,
        min(position) over (partition by session_id) as first_position,
        -- Back from the session's end, so that each row adds to what the later ones gave: the first of the views of
        -- other pages that come after it. Of none, an empty path.
        minIf((position, page_path), page_path != {page_path:String}) over (
            partition by session_id
            order by position desc
        ) as next_view,
        -- The last of those that are asked for, and came before it.
        maxIf(entered_at, is_asked) over (
            partition by session_id
            order by position rows between unbounded preceding and 1 preceding
        ) as previous_at
    from pageviews final
    where site_id = {site_id:String}
      -- A session's pings are within a day of its id, and its pageviews' ids of their pings: see filter/exit.sql.
      and /* near: entered_hour */
      and session_id in (
          select session_id
          from pageviews final
          where site_id = {site_id:String}
            and /* within: entered_hour, entered_at */
            and page_path = {page_path:String}
            /* filter: pageviews */
      )
)
where is_asked
  and /* within: entered_at */
group by next_page
