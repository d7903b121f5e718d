-- Totals of sessions by bucket of the report; a report without buckets has one.
select
    roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}) as bucket,
    count() as sessions,
    countIf(bounced) as bounces,
    sum(session_rows.duration_ms) as duration_ms
from /* from: sessions */
group by bucket
