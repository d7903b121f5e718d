-- Sessions with a pageview in the period that meets all conditions.
select site_id, session_id
from pageviews final
where site_id in {sites:Array(String)}
  and session_hour >= {key_start:DateTime('UTC')}
  and session_hour < {key_end:DateTime('UTC')}
  and entered_at >= {start:DateTime64(3, 'UTC')}
  and entered_at < {end:DateTime64(3, 'UTC')}
