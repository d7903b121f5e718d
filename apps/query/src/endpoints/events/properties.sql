select
    property,
    sum(event_properties.events) as events
from (
    /* rows: event_properties */
) as event_properties
group by property
order by
    events desc,
    property
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
