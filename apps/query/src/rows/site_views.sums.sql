select
    site_id,
    sum(settled_totals.views) as views
from /* from: settled_totals */
group by site_id
