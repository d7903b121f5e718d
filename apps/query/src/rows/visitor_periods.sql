-- The period of each pageview as a bit, the first one as bit 0: a report has at most 60.
select
    visitor_id,
    toUInt8(0) as cohort,
    bitShiftLeft(
        toUInt64(1),
        toUInt8(transform(
            roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}),
            {bucket_starts:Array(Int64)},
            range(length({bucket_starts:Array(Int64)})),
            0
        ) % 64)
    ) as periods
from /* from: pageviews */
