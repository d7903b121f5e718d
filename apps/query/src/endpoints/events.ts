import { only } from '@tallyhouse/clickhouse';
import { raw, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { groupedPage, type Shown, visitorsOf } from '../read/list.ts';
import type { Reader, Relation } from '../read/reader.ts';
import { eventCounts } from '../read/relations/events.ts';
import { percentage } from '../reply/arithmetic.ts';
import { gained } from '../reply/comparison.ts';
import { average, count } from '../reply/reply.ts';
import { revenue, revenueOf } from '../reply/revenue.ts';
import { defineList } from './define/endpoint.ts';
import { visitorsOfPeriod } from './totals.ts';

const visitorsRow = z.object({ unique_visitors: z.number() });

const entry = z.object({
  event: z.string().describe('Name of the event.'),
  events: count().describe('Events in the period.'),
  unique_visitors: count().describe('Distinct visitors of these events.'),
  sessions: count().describe('Distinct sessions of these events.'),
  conversion_rate: average().describe(
    'Visitors of the event, percent of the visitors of the period. Filters on events and pages do not narrow the latter. More than 100 when visitors send events without pageviews.',
  ),
  revenue: revenue(),
});

/** Events by a column, most frequent first. @param columns more columns of the rows @param relation with `events` */
export const eventsBy = (
  by: string,
  columns: readonly Sql[],
  read: Reader,
  relation: Relation,
  shown: Shown,
): Sql =>
  groupedPage(read, relation, {
    rows: 'event_counts',
    by: [by],
    columns: [raw('sum(event_counts.events) as events'), ...columns],
    count: 'events',
    shown,
  });

export const ofVisitors = sql`${visitorsOf('visitors')} as unique_visitors`;
const ofSessions = raw('sum(sessions_counted) + uniqExactMerge(event_counts.sessions) as sessions');

export const events = defineList({
  path: '/events',
  description:
    'Events by name: number, visitors, sessions, conversion rate and revenue. Filters on event, prop.<name> and page select events; others select the events of such sessions.',
  parameters: {},
  compared: true,
  response: z.array(entry.extend(gained('events'))),
  async read(request) {
    const { query, list, values } = request;
    const filters = values.filter.filter(
      ({ dimension: { holder, column } }) => holder !== 'event' && column !== 'page_path',
    );
    const [{ rows, total }, visitors] = await Promise.all([
      list(
        (read) => eventsBy('event', [ofVisitors, ofSessions, revenueOf], read, eventCounts, values),
        entry.omit({ conversion_rate: true }),
        'events',
      ),
      query(visitorsOfPeriod, visitorsRow, { filters }),
    ]);
    const inPeriod = only(visitors.rows).unique_visitors;
    const rated = rows.map(({ revenue, ...row }) => ({
      ...row,
      conversion_rate: percentage(row.unique_visitors, inPeriod),
      revenue,
    }));
    return { rows: rated, total };
  },
});
