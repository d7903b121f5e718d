import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { count, instant, listMeta } from '../reply.ts';
import sql from './sites.sql';

const row = z.object({ site_id: z.string(), pageviews: z.number(), last_ping_at_ms: z.number() });

const response = z.array(
  z.object({
    site_id: z.string(),
    pageviews: count().describe('Pageviews of the period.'),
    last_ping_at: instant.describe('When its last ping of all was.'),
  }),
);

/** Every site there is, by its pageviews in the period. site_id and filter have no say here. */
export const sites = defineEndpoint({
  path: '/sites',
  description:
    'Every site that ever sent a ping, by its pageviews in the period. It takes site_id and filter as every report does, and lists all sites whatever they say.',
  parameters: {},
  response,
  meta: listMeta,
  async respond({ ask, values: { limit, offset } }) {
    const { rows, total } = await ask(sql, row);
    const data = rows.map(({ last_ping_at_ms, ...site }) => ({
      ...site,
      last_ping_at: new Date(last_ping_at_ms).toISOString(),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
