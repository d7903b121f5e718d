select count() as visitors
from visitors final
where site_id = {site_id:String}
  -- The time in an id is at most 10 minutes ahead of its first ping, and up to five years behind it.
  and visitor_hour < /* until */ + interval 10 minute
  and first_seen_at >= /* from */
  and first_seen_at < /* until */
  and /* from */ < /* until */
