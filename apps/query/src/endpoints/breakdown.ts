import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { percentage } from '../metrics.ts';
import { dimension } from '../parameters/dimension.ts';
import { count, listMeta, percent } from '../reply.ts';
import sql from './breakdown.sql';

const row = z.object({
  value: z.string(),
  visits: z.number(),
  unique_visitors: z.number(),
  bounces: z.number(),
});

const response = z.array(
  z.object({
    value: z.string().describe('Of the dimension; empty for unknown.'),
    visits: count().describe('Sessions with this value.'),
    unique_visitors: count().describe('Distinct visitors of these sessions.'),
    bounce_rate: percent().describe('Sessions of exactly one pageview, percent of the visits.'),
  }),
);

/** The sessions of a period by any one of their properties, most visits first. */
export const breakdown = defineEndpoint({
  path: '/breakdown',
  description:
    'Sessions by one property of theirs, such as medium, utm_campaign or entry_page: visits, visitors and bounce rate.',
  parameters: { dimension },
  response,
  meta: listMeta,
  async respond({ ask, values: { dimension, limit, offset } }) {
    const { rows, total } = await ask(sql, row, { bindings: { dimension } });
    const data = rows.map(({ bounces, ...entry }) => ({
      ...entry,
      bounce_rate: percentage(bounces, entry.visits),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
