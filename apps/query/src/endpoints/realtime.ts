import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { count } from '../reply.ts';
import sql from './realtime.sql';

const windowMs = 5 * 60_000;

const row = z.object({
  list: z.enum(['totals', 'pages', 'countries', 'sources']),
  page: z.string(),
  page_title: z.string(),
  country: z.string(),
  source: z.string(),
  active_visitors: z.number(),
  active_sessions: z.number(),
  per_minute: z.array(z.number()).length(5),
});

const response = z.object({
  active_visitors: count(),
  active_sessions: count(),
  pages: z
    .array(z.object({ page_path: z.string(), page_title: z.string(), active_visitors: count() }))
    .describe('A visitor is on the page of its latest ping.'),
  countries: z
    .array(z.object({ country: z.string(), active_visitors: count() }))
    .describe('ISO 3166-1 alpha-2 codes; empty when unknown.'),
  sources: z.array(z.object({ source: z.string(), active_visitors: count() })),
  per_minute: z
    .array(count())
    .length(5)
    .describe('Distinct visitors in each of the five minutes, oldest first.'),
});

/** The visitors of the last five minutes, by their pings. */
export const realtime = defineEndpoint({
  path: '/realtime',
  description:
    'Visitors of the last five minutes: total, by page, country and source, and in each minute, oldest first.',
  parameters: {},
  response,
  range: (now) => ({ start: now - windowMs, end: now }),
  async respond({ query }) {
    const { rows } = await query(sql, row);
    const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
    const totals = only(of('totals'));
    return {
      data: {
        active_visitors: totals.active_visitors,
        active_sessions: totals.active_sessions,
        pages: of('pages').map(({ page, page_title, active_visitors }) => ({
          page_path: page,
          page_title,
          active_visitors,
        })),
        countries: of('countries').map(({ country, active_visitors }) => ({ country, active_visitors })),
        sources: of('sources').map(({ source, active_visitors }) => ({ source, active_visitors })),
        per_minute: totals.per_minute,
      },
    };
  },
});
