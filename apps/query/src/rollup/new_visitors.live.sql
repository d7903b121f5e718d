select count() as visitors
from visitors final
where site_id = {site_id:String}
  -- The time in an id is at most 10 minutes ahead of its first ping, and up to five years behind it.
  and visitor_hour < {end:DateTime64(3, 'UTC')} + interval 10 minute
  and /* within: first_seen_at */
