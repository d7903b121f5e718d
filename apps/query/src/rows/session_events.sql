-- For filters: which sessions hold which events.
select
    session_id,
    event,
    props
from /* from: events */
