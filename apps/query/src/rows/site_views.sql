select
    site_id,
    roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}) as bucket,
    count() as views
from /* from: pageviews */
group by
    site_id,
    bucket
