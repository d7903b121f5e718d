import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { percentage } from '../arithmetic.ts';
import { defineEndpoint } from '../endpoint.ts';
import { average, count, listMeta } from '../reply.ts';
import { revenue, revenueRow, toRevenue } from '../revenue.ts';
import sql from './events.sql';
import visitorsSql from './period-visitors.sql';

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
      query(sql, row),
      query(visitorsSql, visitorsRow, { filters: ofSessions }),
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
