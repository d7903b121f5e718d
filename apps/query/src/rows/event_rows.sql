select
    site_id,
    event,
    event_id,
    occurred_at,
    ping_id,
    page_path,
    session_id,
    visitor_id,
    props,
    amount,
    currency
from /* from: events */
