import { z } from 'zod';
import { sessionList } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { sourceVisits } from '../read/relations/sessions.ts';
import { percentage } from '../reply/arithmetic.ts';
import { count, listMeta, percent } from '../reply/reply.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { goals, readGoalsOfSessions } from './goals/read-goals.ts';

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

/** The sources of a range, most visits first, a page of them, and the number of all. */
export async function readSources(
  { query }: Pick<ReportContext, 'query'>,
  page: { limit: number; offset: number },
): Promise<{ sources: z.output<typeof source>[]; total: number }> {
  const build = (read: Reader) => sessionList(['source', 'medium'], read.rows(sourceVisits), page);
  const { rows, total } = await query(build, row);
  const sources = rows.map(({ bounces, ...entry }) => ({
    ...entry,
    bounce_rate: percentage(bounces, entry.visits),
  }));
  return { sources, total };
}

/** The sessions of a period by source and medium, most visits first. */
export const sources = defineEndpoint({
  path: '/sources',
  description: 'Sessions by source and medium: visits, visitors and bounce rate.',
  parameters: {},
  response: z.array(source.extend({ goals: goals() })),
  meta: listMeta,
  async respond(request) {
    const { limit, offset } = request.values;
    const { sources, total } = await readSources(request, { limit, offset });
    const keyOf = (entry: z.output<typeof source>) => [entry.source, entry.medium];
    const goalsOf = await readGoalsOfSessions(request, [['source', 'medium']], sources.map(keyOf));
    const data = sources.map((entry) => ({
      ...entry,
      ...goalsOf({ key: keyOf(entry), visitors: entry.unique_visitors }),
    }));
    return { data, meta: { limit, offset, total } };
  },
});
