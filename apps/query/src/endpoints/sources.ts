import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { percentage } from '../metrics.ts';
import { count, listMeta, percent } from '../reply.ts';
import sql from './sources.sql';
import filteredSql from './sources-filtered.sql';

const row = z.object({
  source: z.string(),
  medium: z.string(),
  visits: z.number(),
  unique_visitors: z.number(),
  bounces: z.number(),
});

const response = z.array(
  z.object({
    source: z.string().describe('A name (Google), a domain, or Direct; or what utm_source said.'),
    medium: z.string().describe('Its kind: organic, social, referral, none, ...; or what utm_medium said.'),
    visits: count().describe('Sessions that came from there.'),
    unique_visitors: count().describe('Distinct visitors of these sessions.'),
    bounce_rate: percent().describe('Sessions of exactly one pageview, percent of the visits.'),
  }),
);

/** Where the sessions of a period came from, most visits first. */
export const sources = defineEndpoint({
  path: '/sources',
  description: 'Where sessions came from, by source and medium: visits, visitors and bounce rate.',
  parameters: {},
  response,
  meta: listMeta,
  async respond({ ask, values: { filter, limit, offset } }) {
    const { rows, total } = await ask(filter.length === 0 ? sql : filteredSql, row);
    const data = rows.map(({ bounces, ...source }) => ({
      ...source,
      bounce_rate: percentage(bounces, source.visits),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
