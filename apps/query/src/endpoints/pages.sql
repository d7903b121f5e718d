with
    period_pages as (
        select
            page_path,
            sum(views) as page_views,
            sum(first_views) as unique_views,
            sum(focus_time_ms) as focus_time_ms_sum,
            sum(scroll_depth) as scroll_depth_sum
        from (
            /* rows: page_views */
        )
        group by page_path
    )
select
    page_path,
    page_title,
    page_views as views,
    unique_views,
    focus_time_ms_sum,
    scroll_depth_sum
from (
    /* rows: titles */
) as titles
-- In this order the pages of the period are hashed, not those of all time.
right any join period_pages using page_path
order by
    views desc,
    page_path
limit {limit:UInt32}
offset {offset:UInt32}
-- Counts all paths: meta.total without a second query.
settings exact_rows_before_limit = 1
