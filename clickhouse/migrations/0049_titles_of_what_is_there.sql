-- Pages that were there before. The greatest wins, so running it twice does no harm: hence no "if not exists".
insert into page_titles
select
    site_id,
    page_path,
    max(title) as title
from pageviews
group by
    site_id,
    page_path
