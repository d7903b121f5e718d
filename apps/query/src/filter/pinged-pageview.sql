-- Pageviews for which all conditions hold, whenever they were entered. Ids are at most a day older than the pings that
-- carry them, so those with a ping in the period are among them.
select pageview_id
from pageviews final
where site_id = {site_id:String}
  and entered_hour >= {key_start:DateTime64(3, 'UTC')}
  and entered_hour < {key_end:DateTime64(3, 'UTC')}
  /* conditions */
