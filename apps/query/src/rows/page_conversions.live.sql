-- A live pageview does not know the properties of its session.
select
    {first:Identifier} as first,
    {second:Identifier} as second,
    {third:Identifier} as third,
    session_id,
    visitor_id,
    entered_at as converted_at,
    toDecimal64(0, 4) as amount,
    '' as currency
from (
    select
        session_hour,
        session_id,
        visitor_id,
        entered_at
    from /* from: pageviews */
    where true
      /* filter: goal */
) as goal_views
left any join /* from: pageview_sessions */ using (session_hour, session_id)
