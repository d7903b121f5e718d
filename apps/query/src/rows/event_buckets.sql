-- An empty name means all events.
select
    roundDown(toUnixTimestamp64Milli(occurred_at), {bucket_starts:Array(Int64)}) as bucket,
    count() as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors
from /* from: events */
where ({event:String} = '' or event = {event:String})
group by bucket
