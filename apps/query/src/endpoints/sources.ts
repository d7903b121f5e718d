import { z } from 'zod';
import { percentage } from '../arithmetic.ts';
import { defineEndpoint, type ReportContext } from '../endpoint.ts';
import { goals, readGoalsOfSessions } from '../goal/read-goals.ts';
import { count, listMeta, percent } from '../reply.ts';
import type { Details } from '../report-request.ts';
import sql from './sources.sql';
import filteredSql from './sources-filtered.sql';

const row = z.object({
  source: z.string(),
  medium: z.string(),
  visits: z.number(),
  unique_visitors: z.number(),
  bounces: z.number(),
});

/** Schema of a source, without goals. */
export const source = z.object({
  source: z.string().describe('A name (Google), a domain, or Direct; or the value of utm_source.'),
  medium: z
    .string()
    .describe('Kind of source: organic, social, referral, none, ...; or the value of utm_medium.'),
  visits: count().describe('Sessions from this source.'),
  unique_visitors: count().describe('Distinct visitors of these sessions.'),
  bounce_rate: percent().describe('Sessions with exactly one pageview, percent of the visits.'),
});

/** The sources of a range, most visits first, as many as `limit` says, and their number without it. */
export async function readSources(
  { query, values: { filter } }: Pick<ReportContext<Record<never, never>>, 'query' | 'values'>,
  details?: Details,
): Promise<{ sources: z.output<typeof source>[]; total: number }> {
  const { rows, total } = await query(filter.length === 0 ? sql : filteredSql, row, details);
  const sources = rows.map(({ bounces, ...entry }) => ({
    ...entry,
    bounce_rate: percentage(bounces, entry.visits),
  }));
  return { sources, total };
}

const grouping = { properties: ['source', 'medium'], lists: [[1, 2]] };

/** The sessions of a period by source and medium, most visits first. */
export const sources = defineEndpoint({
  path: '/sources',
  description: 'Sessions by source and medium: visits, visitors and bounce rate.',
  parameters: {},
  response: z.array(source.extend({ goals: goals() })),
  meta: listMeta,
  async respond(request) {
    const { limit, offset } = request.values;
    const { sources, total } = await readSources(request);
    const keyOf = (entry: z.output<typeof source>) => [entry.source, entry.medium];
    const goalsOf = await readGoalsOfSessions(request, grouping, sources.map(keyOf));
    const data = sources.map((entry) => ({
      ...entry,
      ...goalsOf({ key: keyOf(entry), visitors: entry.unique_visitors }),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
