-- Sessions that meet all conditions, whenever they began: a session with a pageview in the period may have begun before it.
-- The id of a session is at most a day older than its pings, so the key range includes all such sessions.
select site_id, session_id
from sessions final
where site_id in {sites:Array(String)}
  and session_hour >= {key_start:DateTime('UTC')}
  and session_hour < {key_end:DateTime('UTC')}
