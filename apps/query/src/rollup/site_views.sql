select
    site_id,
    sum(totals.views) as views
from totals
where site_id != ''
  and /* slots */
group by site_id
