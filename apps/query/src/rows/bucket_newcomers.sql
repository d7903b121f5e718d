-- The visitors first seen in each bucket of the report.
select
    roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}) as bucket,
    visitor_id
from /* from: visitors */
