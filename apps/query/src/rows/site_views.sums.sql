select
    site_id,
    roundDown(toInt64(toUnixTimestamp(bucket_at)) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    sum(settled_totals.views) as views
from /* from: settled_totals */
group by
    site_id,
    bucket
