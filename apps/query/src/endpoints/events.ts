import { only } from '@tallyhouse/clickhouse';
import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { page, visitorsOf } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { eventCounts } from '../read/relations/events.ts';
import { percentage } from '../reply/arithmetic.ts';
import { average, count, listMeta } from '../reply/reply.ts';
import { revenue, revenueRow, toRevenue } from '../reply/revenue.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { visitorsOfPeriod } from './totals.ts';

const row = z.object({
  event: z.string(),
  events: z.number(),
  unique_visitors: z.number(),
  sessions: z.number(),
  revenue: revenueRow,
});

const visitorsRow = z.object({ unique_visitors: z.number() });

const response = z.array(
  z.object({
    event: z.string().describe('Name of the event.'),
    events: count().describe('Events in the period.'),
    unique_visitors: count().describe('Distinct visitors of these events.'),
    sessions: count().describe('Distinct sessions of these events.'),
    conversion_rate: average().describe(
      'Visitors of the event, percent of the visitors of the period. Filters on events and pages do not narrow the latter. More than 100 when visitors send events without pageviews.',
    ),
    revenue: revenue(),
  }),
);

/** Amounts are added up by currency, then listed by event. */
const eventList = (read: Reader, shown: { limit: number; offset: number }): Sql => sql`
select
    event,
    sum(currency_events) as events,
    ${visitorsOf('currency_visitors')} as unique_visitors,
    sum(currency_sessions_counted) + uniqExactMerge(currency_sessions) as sessions,
    arraySort(groupArrayIf((currency, toString(currency_amount)), currency != '')) as revenue
from (
    select
        event,
        currency,
        sum(events) as currency_events,
        uniqCombined64MergeState(17)(visitors) as currency_visitors,
        sum(sessions_counted) as currency_sessions_counted,
        uniqExactMergeState(sessions) as currency_sessions,
        sum(amount) as currency_amount
    from (
        ${read.rows(eventCounts)}
    )
    group by
        event,
        currency
)
group by event
order by
    events desc,
    event
${page(shown)}`;

/** The events of a period by name, most frequent first. */
export const events = defineEndpoint({
  path: '/events',
  description:
    'Events by name: number, visitors, sessions, conversion rate and revenue. Filters on event, prop.<name> and page select events; others select the events of such sessions.',
  parameters: {},
  response,
  meta: listMeta,
  async respond({ query, values: { filter, limit, offset } }) {
    const ofSessions = filter.filter(
      ({ dimension: { holder, column } }) => holder !== 'event' && column !== 'page_path',
    );
    const [{ rows, total }, visitors] = await Promise.all([
      query((read) => eventList(read, { limit, offset }), row),
      query(visitorsOfPeriod, visitorsRow, { filters: ofSessions }),
    ]);
    const inPeriod = only(visitors.rows).unique_visitors;
    const data = rows.map(({ event, events, unique_visitors, sessions, revenue }) => ({
      event,
      events,
      unique_visitors,
      sessions,
      conversion_rate: percentage(unique_visitors, inPeriod),
      revenue: toRevenue(revenue),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
