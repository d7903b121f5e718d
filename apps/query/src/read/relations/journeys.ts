import type { Goal } from '@tallyhouse/filter';
import { bool, parameter, sql } from '@tallyhouse/sql';
import type { Relation } from '../relation.ts';
import { columnsOfMatch, isMatch } from './goals.ts';

interface Asked {
  depth: number;
  /** The node at which paths start or end. */
  goal: Goal | undefined;
}

/**
 * Nodes of journeys: pageviews, ordered by `moment` and `tie`. Odd moments are events: a pageview precedes an event of its millisecond.
 * Pages after the first `depth` ones are not among the first `depth` nodes.
 */
export const journeyViews = ({ depth, goal }: Asked): Relation => ({
  tables: ['settled_pageviews'],
  rows: (from) => sql`
select
    session,
    toUInt64(toUnixTimestamp64Milli(entered_at)) * 2 as moment,
    toUInt64(page_number) as tie,
    reinterpretAsUInt128(sipHash128(page_path)) as node,
    ${isMatch(goal, 'pageviews')}
from ${from.pageviews(['session', 'entered_at', 'page_number', 'page_path', ...columnsOfMatch(goal, 'pageviews')])}
where ${bool(goal !== undefined)} or page_number <= ${parameter(depth, 'UInt8')}`,
  // A live pageview lacks the number of its page: ids order pageviews of one millisecond, as everywhere.
  live: (from) => sql`
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
    ${isMatch(goal, 'pageviews')}
from ${from.sessionPageviews('session', 'entered_at', 'pageview_id', 'page_path', ...columnsOfMatch(goal, 'pageviews'))}
where passes
  and is_in_spans`,
  countsForSessions: true,
});

/** Nodes of journeys: events. In one millisecond they are ordered by their pings, whose ids are sorted by their second half. */
export const journeyEvents = ({ goal }: Pick<Asked, 'goal'>): Relation => ({
  tables: ['settled_events'],
  rows: (from) => sql`
select
    session,
    toUInt64(toUnixTimestamp64Milli(occurred_at)) * 2 + 1 as moment,
    toUInt64(bitShiftRight(reinterpretAsUInt128(ping_id), 64)) as tie,
    reinterpretAsUInt128(sipHash128('event', event)) as node,
    ${isMatch(goal, 'events')}
from ${from.events(['session', 'session_id', 'occurred_at', 'ping_id', 'event', ...columnsOfMatch(goal, 'events')])}
where notEmpty(session_id)`,
  countsForSessions: true,
});

/** The first six nodes of each session as numbers: the 128-bit hash of the path of a page, or of an event; 0 when there was none. */
export const sessionPaths: Relation = {
  tables: ['settled_paths'],
  rows: (from) => sql`
select
    reinterpretAsUInt128(node_1) as node_1,
    reinterpretAsUInt128(node_2) as node_2,
    reinterpretAsUInt128(node_3) as node_3,
    reinterpretAsUInt128(node_4) as node_4,
    reinterpretAsUInt128(node_5) as node_5,
    reinterpretAsUInt128(node_6) as node_6
from ${from.paths()}`,
  // Live sessions: their pageviews and events, at any time, in order. A pageview precedes an event of its millisecond. Pageviews of one
  // millisecond are in the order of their ids, events in that of their pings, by the second half (ping-id.ts).
  live: (from) => sql`
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
        from ${from.sessionPageviews('session', 'entered_at', 'pageview_id', 'page_path')}
        where passes
        union all
        select
            session,
            occurred_at as moment,
            true as is_event,
            reinterpretAsUInt128(ping_id) as tie,
            reinterpretAsUInt128(sipHash128('event', event)) as node,
            false as is_in_spans
        from ${from.sessionEvents()}
    )
    group by session
    having argMinIf(is_in_spans, moment, not is_event)
) as live_paths`,
  sums: { by: 'day' },
  countsForSessions: true,
};
