select
    roundDown(toInt64(toUnixTimestamp(toStartOfHour(first_seen_at))) * 1000, {bucket_starts:Array(Int64)}) as bucket,
    count() as visitors
from /* from: visitors */
group by bucket
