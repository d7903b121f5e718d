-- Views of visitors, by bucket of the report.
select
    roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}) as bucket,
    visitor_id,
    1 as views
from /* from: pageviews */
