-- Visitors of the pages that are asked for, by the hash of the path.
select
    page_path,
    uniqCombined64State(17)(visitor_id) as visitors
from /* from: pageviews */
where halfMD5(page_path) in {asked:Array(UInt64)}
group by page_path
