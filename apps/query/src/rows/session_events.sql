-- For filters: which sessions hold which events.
select
    site_id,
    session_id,
    event,
    props
from /* from: events */
