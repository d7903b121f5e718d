select
    event,
    currency,
    count() as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
    0 as sessions_counted,
    uniqExactStateIf(session, notEmpty(session_id)) as sessions,
    sum(event_rows.amount) as amount
from /* from: events */
group by
    event,
    currency
