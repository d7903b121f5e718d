select
    site_id,
    count() as views
from /* from: pageviews */
group by site_id
