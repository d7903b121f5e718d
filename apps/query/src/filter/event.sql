-- Sessions with an event in the period that meets all conditions.
select site_id, session_id
from (
    /* rows: session_events */
)
where notEmpty(session_id)
