-- The cohort of each visitor first seen in the period, from 1.
select
    visitor_id,
    toUInt8(transform(
        roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}),
        {bucket_starts:Array(Int64)},
        arrayEnumerate({bucket_starts:Array(Int64)}),
        0
    )) as cohort,
    toUInt64(0) as periods
from /* from: visitors */
