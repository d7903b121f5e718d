select
    next_page,
    count() as views,
    countIf(is_first_view) as first_views,
    countIf(is_entry) as entries
from /* from: pageviews */
where page_path = {page_path:String}
group by next_page
