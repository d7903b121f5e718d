import { z } from 'zod';
import { percentage } from '../arithmetic.ts';
import { defineEndpoint } from '../endpoint.ts';
import { goals, readGoalsOfSessions } from '../goal/read-goals.ts';
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
    source: z.string().describe('A name (Google), a domain, or Direct; or the value of utm_source.'),
    medium: z
      .string()
      .describe('Kind of source: organic, social, referral, none, ...; or the value of utm_medium.'),
    visits: count().describe('Sessions from this source.'),
    unique_visitors: count().describe('Distinct visitors of these sessions.'),
    bounce_rate: percent().describe('Sessions with exactly one pageview, percent of the visits.'),
    goals: goals(),
  }),
);

const grouping = { properties: ['source', 'medium'], lists: [[1, 2]] };

/** The sessions of a period by source and medium, most visits first. */
export const sources = defineEndpoint({
  path: '/sources',
  description: 'Sessions by source and medium: visits, visitors and bounce rate.',
  parameters: {},
  response,
  meta: listMeta,
  async respond(request) {
    const { query, values } = request;
    const { filter, limit, offset } = values;
    const { rows, total } = await query(filter.length === 0 ? sql : filteredSql, row);
    const keyOf = ({ source, medium }: z.output<typeof row>) => [source, medium];
    const goalsOf = await readGoalsOfSessions(request, grouping, rows.map(keyOf));
    const data = rows.map((entry) => ({
      source: entry.source,
      medium: entry.medium,
      visits: entry.visits,
      unique_visitors: entry.unique_visitors,
      bounce_rate: percentage(entry.bounces, entry.visits),
      ...goalsOf({ key: keyOf(entry), visitors: entry.unique_visitors }),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
