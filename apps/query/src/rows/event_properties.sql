select
    arrayJoin(mapKeys(props)) as property,
    count() as events
from /* from: events */
where event = {event:String}
group by property
