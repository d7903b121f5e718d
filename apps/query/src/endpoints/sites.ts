import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { count, instant, listMeta } from '../reply.ts';
import sql from './sites.sql';

const row = z.object({ site_id: z.string(), pageviews: z.number(), last_ping_at_ms: z.number() });

const response = z.array(
  z.object({
    site_id: z.string(),
    pageviews: count().describe('Pageviews of the period.'),
    last_ping_at: instant.describe('Time of its last ping of all time.'),
  }),
);

/** All sites, by their pageviews in the period. site_id and filter have no effect. */
export const sites = defineEndpoint({
  path: '/sites',
  description:
    'Every site that ever sent a ping, by pageviews in the period. site_id and filter are checked as in every report, and have no effect.',
  parameters: {},
  response,
  meta: listMeta,
  async respond({ query, values: { limit, offset } }) {
    const { rows, total } = await query(sql, row);
    const data = rows.map(({ last_ping_at_ms, ...site }) => ({
      ...site,
      last_ping_at: new Date(last_ping_at_ms).toISOString(),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
