-- A live pageview does not know its position in its session: it follows from all pageviews of the session.
select
    next_view.2 as next_page,
    count() as views,
    countIf(previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0) as first_views,
    countIf(position = first_position) as entries
from (
    select
        entered_at,
        is_in_spans,
        page_path = {page_path:String} and passes as is_view,
        -- Ids order pageviews of one millisecond, as everywhere.
        (entered_at, toUInt128(pageview_id)) as position,
        min(position) over (partition by session) as first_position,
        -- From the last view back, so that each row adds to the result of the later ones: the first of the later views of other
        -- pages; an empty path when there is none.
        minIf((position, page_path), page_path != {page_path:String}) over (
            partition by session
            order by position desc
        ) as next_view,
        maxIf(entered_at, is_view) over (
            partition by session
            order by position rows between unbounded preceding and 1 preceding
        ) as previous_at
    from /* from: session_pageviews */
    where session in (
        select session
        from /* from: pageviews */
        where page_path = {page_path:String}
    )
)
where is_view
  and is_in_spans
group by next_page
