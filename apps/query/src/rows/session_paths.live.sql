-- Live sessions: their pageviews and events, at any time, in order. A pageview is before an event of its millisecond.
-- Pageviews of one are in the order of their ids, events in that of their pings, which count in the second half (ping-id.ts).
select
    nodes[1] as node_1,
    nodes[2] as node_2,
    nodes[3] as node_3,
    nodes[4] as node_4,
    nodes[5] as node_5,
    nodes[6] as node_6
from (
    select
        session,
        arrayCompact(arrayMap(row -> row.4, arraySort(groupArray((moment, is_event, tie, node))))) as nodes
    from (
        select
            session,
            entered_at as moment,
            false as is_event,
            toUInt128(pageview_id) as tie,
            reinterpretAsUInt128(sipHash128(page_path)) as node,
            is_in_spans
        from /* from: session_pageviews */
        union all
        select
            session,
            occurred_at as moment,
            true as is_event,
            reinterpretAsUInt128(ping_id) as tie,
            reinterpretAsUInt128(sipHash128('event', event)) as node,
            false as is_in_spans
        from /* from: session_events */
    )
    group by session
    having max(not is_event)
       and argMinIf(is_in_spans, moment, not is_event)
) as live_paths
