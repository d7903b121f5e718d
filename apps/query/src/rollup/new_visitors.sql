select sum(new_visitors.visitors) as visitors
from new_visitors
where site_id = {site_id:String}
  and /* slots */
