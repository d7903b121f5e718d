-- Visitors and sessions by site.
select
    site_id,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions
from /* from: pageviews */
group by site_id
union all
select
    site_id,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    count() as sessions
from /* from: sessions */
group by site_id
