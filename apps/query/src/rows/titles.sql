-- The newest title of each page, of all time.
select
    page_path,
    tupleElement(max(page_titles.title), 'text') as page_title
from page_titles
where site_id in {sites:Array(String)}
group by page_path
