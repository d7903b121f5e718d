import { z } from 'zod';
import { only } from '../database.ts';
import { defineEndpoint } from '../endpoint.ts';
import sql from './realtime.sql';

const windowMs = 5 * 60_000;

const row = z.object({
  active_visitors: z.number(),
  active_sessions: z.number(),
  pages: z.array(z.object({ page_path: z.string(), page_title: z.string(), active_visitors: z.number() })),
  countries: z.array(z.object({ country: z.string(), active_visitors: z.number() })),
  sources: z.array(z.object({ source: z.string(), active_visitors: z.number() })),
  per_minute: z.array(z.number()).length(5),
});

/** Who is there now, by the pings of the last five minutes. */
export const realtime = defineEndpoint({
  path: '/realtime',
  description:
    'Visitors of the last five minutes: how many, on which pages, from where, and in each minute, oldest first.',
  parameters: {},
  range: (now) => ({ start: now - windowMs, end: now }),
  respond: async ({ ask }) => ({ data: only((await ask(sql, row)).rows) }),
});
