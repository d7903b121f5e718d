-- Pageviews for which all conditions hold, whenever they were entered. Ids of sessions are at most a day older than the pings
-- that carry them, so the key's range holds the pageviews with a ping in the period.
select
    session_id,
    pageview_id
from pageviews final
where site_id = {site_id:String}
  and session_hour >= {key_start:DateTime64(3, 'UTC')}
  and session_hour < {key_end:DateTime64(3, 'UTC')}
