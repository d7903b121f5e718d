-- Which of some pages have been viewed.
select distinct page_path
from page_titles
where site_id in {sites:Array(String)}
  and page_path in {pages:Array(String)}
