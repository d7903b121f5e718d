-- The events of a goal, each with up to three properties of its session: the report says which.
select
    {first:Identifier} as first,
    {second:Identifier} as second,
    {third:Identifier} as third,
    site_id,
    session_id,
    session,
    visitor_id,
    occurred_at as converted_at,
    event_rows.amount as amount,
    currency
from /* from: events */
where true
  /* filter: goal */
