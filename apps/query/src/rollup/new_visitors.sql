select count() as visitors
from new_visitors
where site_id = {site_id:String}
  and /* within: first_seen_at */
