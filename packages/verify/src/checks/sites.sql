select distinct site_id
from sessions
order by site_id
