-- The pages whose views differ most between the range and an earlier one: of those with more views and of those with fewer
-- as many as `limit` says.
with
    compared_pages as (
        select
            page_path,
            sum(views_of_both.current) as current,
            sum(views_of_both.previous) as previous,
            toInt64(current) - toInt64(previous) as change
        from (
            select
                page_path,
                views as current,
                0 as previous
            from (
                /* rows: page_views */
            )
            union all
            select
                page_path,
                0 as current,
                views as previous
            from (
                /* earlier rows: page_views */
            )
        ) as views_of_both
        group by page_path
        having change != 0
        order by
            abs(change) desc,
            page_path
        limit {limit:UInt32} by change > 0
    )
select
    page_path,
    page_title,
    current,
    previous
from (
    /* rows: titles */
) as titles
-- In this order the few pages are hashed, not those of all time.
right any join compared_pages using page_path
order by
    abs(change) desc,
    page_path
