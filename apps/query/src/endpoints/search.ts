import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { q } from '../parameters/q.ts';
import { count, listMeta } from '../reply.ts';
import sql from './search.sql';

const row = z.object({ page_path: z.string(), page_title: z.string(), views: z.number() });

const response = z.array(
  z.object({
    page_path: z.string(),
    page_title: z.string().describe('Newest title; empty when none was sent.'),
    views: count(),
  }),
);

/** Pages of a period whose path or title contains a text, most viewed first. */
export const search = defineEndpoint({
  path: '/search',
  description: 'Pages viewed in the period whose path or newest title contains a text, most viewed first.',
  parameters: { q },
  response,
  meta: listMeta,
  async respond({ query, values: { q, limit, offset } }) {
    const { rows, total } = await query(sql, row, { bindings: { q } });
    return { data: rows, meta: { limit, offset, total } };
  },
});
