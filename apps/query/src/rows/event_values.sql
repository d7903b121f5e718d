select
    props[{property:String}] as value,
    currency,
    count() as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
    sum(event_rows.amount) as amount
from /* from: events */
where event = {event:String}
  and mapContains(props, {property:String})
group by
    value,
    currency
