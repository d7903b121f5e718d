-- As event_buckets.sql, by whole days: their projection has no times.
select
    roundDown(toInt64(toUnixTimestamp(toDateTime(day, 'UTC'))) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    count() as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors
from /* from: events */
where ({event:String} = '' or event = {event:String})
group by bucket
