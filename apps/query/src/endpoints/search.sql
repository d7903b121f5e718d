with
    {q:String} as needle,
    period_pages as (
        select
            page_path,
            sum(views) as page_views
        from (
            /* rows: page_views */
        )
        group by page_path
    )
select
    page_path,
    page_title,
    page_views as views
from (
    select
        page_path,
        page_title
    from (
        /* rows: titles */
    )
    -- Folds case as filters do: see filter/condition.ts.
    where position(upperUTF8(lowerUTF8(page_path)), upperUTF8(lowerUTF8(needle))) > 0
        or position(upperUTF8(lowerUTF8(page_title)), upperUTF8(lowerUTF8(needle))) > 0
) as found_pages
inner any join period_pages using page_path
order by
    views desc,
    page_path
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
