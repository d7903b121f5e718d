-- Totals by bucket of the report; a report without buckets has one.
select
    roundDown(toUnixTimestamp64Milli(entered_at), {bucket_starts:Array(Int64)}) as bucket,
    count() as views,
    0 as visitors_counted,
    uniqCombined64State(17)(visitor_id) as visitors,
    0 as sessions,
    0 as bounces,
    0 as duration_ms
from /* from: pageviews */
group by bucket
union all
select
    roundDown(toUnixTimestamp64Milli(first_seen_at), {bucket_starts:Array(Int64)}) as bucket,
    0 as views,
    0 as visitors_counted,
    arrayReduce('uniqCombined64State(17)', []::Array(UUID)) as visitors,
    count() as sessions,
    countIf(bounced) as bounces,
    sum(session_rows.duration_ms) as duration_ms
from /* from: sessions */
group by bucket
