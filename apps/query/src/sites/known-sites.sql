-- Every site that ever sent a ping which counts.
select distinct site_id
from changed_days
where fact = 'ping'
order by site_id
