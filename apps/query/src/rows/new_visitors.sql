-- Visitors by the bucket of the report in which they were first seen; a report without buckets has one.
select
    roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}) as bucket,
    uniqCombined64State(17)(visitor_id) as visitors
from /* from: visitors */
group by bucket
