-- The visitors of each bucket of the report.
select
    roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}) as bucket,
    visitor_id
from /* from: pageviews */
group by
    bucket,
    visitor_id
