-- A live pageview does not know the number of its page: ids order pageviews of one millisecond, as everywhere.
select
    session,
    toUInt64(toUnixTimestamp64Milli(entered_at)) * 2 as moment,
    row_number() over (
        partition by session
        order by
            entered_at,
            toUInt128(pageview_id)
    ) as tie,
    reinterpretAsUInt128(sipHash128(page_path)) as node,
    (/* steps: pageviews */) != 0 as is_match
from /* from: session_pageviews */
where is_in_spans
