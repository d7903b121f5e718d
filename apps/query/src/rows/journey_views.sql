-- Nodes of journeys: pageviews, ordered by `moment` and `tie`. Odd moments are events: a pageview is before an event of its
-- millisecond. Pages after the first `depth` ones are not among the first `depth` nodes.
select
    session,
    toUInt64(toUnixTimestamp64Milli(entered_at)) * 2 as moment,
    toUInt64(page_number) as tie,
    reinterpretAsUInt128(sipHash128(page_path)) as node,
    (/* steps: pageviews */) != 0 as is_match
from /* from: pageviews */
where {any_page:Bool} or page_number <= {depth:UInt8}
