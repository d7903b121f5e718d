select
    site_id,
    sum(totals.views) as views
from totals
where /* quarter slots of all sites */
group by site_id
