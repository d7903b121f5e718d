-- The pageviews of a goal, in the form of event_conversions.
select
    {first:Identifier} as first,
    {second:Identifier} as second,
    {third:Identifier} as third,
    site_id,
    session_id,
    session,
    visitor_id,
    entered_at as converted_at,
    toDecimal64(0, 4) as amount,
    '' as currency
from /* from: pageviews */
where true
  /* filter: goal */
