-- Sessions for which all conditions hold, whenever they began: a pageview of the period may be of one from before it.
-- Ids are at most a day older than the pings that carry them, so the key's range holds each session of such a pageview.
select session_id
from sessions final
where site_id = {site_id:String}
  and session_hour >= {key_start:DateTime64(3, 'UTC')}
  and session_hour < {key_end:DateTime64(3, 'UTC')}
