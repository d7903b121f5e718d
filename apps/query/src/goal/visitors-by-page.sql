-- The visitors who viewed the pages of a report.
select
    1 as list,
    [page_path] as key,
    uniqCombined64Merge(17)(visitors) as visitors
from (
    /* rows: page_visitors */
)
group by page_path
