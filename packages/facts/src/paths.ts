import { final, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { type Column, columnsIn } from './columns.ts';
import { isFirstOfId } from './events.ts';
import type { DayWindow } from './window.ts';

export const pathColumns: readonly Column[] = columnsIn(`
first_view_at | DateTime64(3, 'UTC') | Time of the first pageview of the session; one row for each session | T64, ZSTD(1)
node_1 | LowCardinality(FixedString(16)) | First node: the 128-bit hash of the path of a page, or of an event. Consecutive equal nodes are one
node_2 | LowCardinality(FixedString(16)) | Second node; zeros when there was none
node_3 | LowCardinality(FixedString(16)) | Third node
node_4 | LowCardinality(FixedString(16)) | Fourth node
node_5 | LowCardinality(FixedString(16)) | Fifth node
node_6 | LowCardinality(FixedString(16)) | Sixth node`);

/** The first six nodes of each session whose first view is on a day: hashes of pages and events; equal consecutive nodes count once. */
export const pathsOfDay = ({ key, at }: DayWindow): Sql => sql`
with
    -- The days of the events that name these sessions, which may be of any age.
    event_days as (
        select day
        from ${table('changed_events')}
        where ${key}
    ),
    session_nodes as (
        select
            site_id,
            session_id,
            true as is_view,
            entered_at as moment,
            toUInt128(pageview_id) as tie,
            sipHash128(page_path) as node
        from ${final('pageviews')}
        where ${key}
        union all
        select
            site_id,
            session_id,
            false as is_view,
            occurred_at as moment,
            reinterpretAsUInt128(ping_id) as tie,
            sipHash128('event', event) as node
        from ${final('events')}
        where toDate(event_hour) in (select day from event_days)
          and ${key}
          and ${isFirstOfId(raw('true'), sql`toDate(event_hour) in (select day from event_days) and ${key}`)}
    ),
    first_nodes as (
        select
            site_id,
            minIf(moment, is_view) as first_view_at,
            -- A pageview precedes an event of its millisecond; events are ordered by their pings' ids, whose second half has the counter.
            arrayCompact(arrayMap(row -> row.4, arraySort(groupArray((moment, not is_view, tie, node))))) as nodes
        from session_nodes
        group by
            site_id,
            session_id
        having max(is_view)
           and ${at('first_view_at')}
    )
select
    site_id,
    first_view_at,
    nodes[1] as node_1,
    nodes[2],
    nodes[3],
    nodes[4],
    nodes[5],
    nodes[6]
from first_nodes`;
