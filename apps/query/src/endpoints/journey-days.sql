-- The days of all events that name sessions of the period: 1970 when there are none.
select
    toUnixTimestamp(toDateTime(min(day), 'UTC')) * 1000 as start,
    toUnixTimestamp(toDateTime(max(day) + 1, 'UTC')) * 1000 as end
from changed_events
where site_id in {sites:Array(String)}
  and session_hour >= {key_start:DateTime('UTC')}
  and session_hour < {key_end:DateTime('UTC')}
