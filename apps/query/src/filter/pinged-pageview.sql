-- Pageviews that meet all conditions, whenever they were entered. The id of a session is at most a day older than its pings, so
-- the key range includes all pageviews with a ping in the period.
select
    site_id, session_id,
    pageview_id
from pageviews final
where site_id in {sites:Array(String)}
  and session_hour >= {key_start:DateTime('UTC')}
  and session_hour < {key_end:DateTime('UTC')}
