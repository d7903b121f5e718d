-- A live pageview does not know the properties of its session.
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
from (
    select
        site_id,
        session_hour,
        session_id,
        session,
        visitor_id,
        entered_at
    from /* from: pageviews */
    where true
      /* filter: goal */
) as goal_views
left any join /* from: pageview_sessions */ using (site_id, session_hour, session_id)
