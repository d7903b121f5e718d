import { z } from 'zod';
import { type Shown, sessionList } from '../read/list.ts';
import { sourceVisits } from '../read/relations/sessions.ts';
import { gained } from '../reply/comparison.ts';
import { count, percent } from '../reply/reply.ts';
import { defineList, type ReportContext } from './define/endpoint.ts';
import { goals, readGoalsOfLists } from './goals/read-goals.ts';

/** The numbers of a list of sessions. @param which completes "Sessions" */
export const ofSessions = (which: string) => ({
  visits: count().describe(`Sessions ${which}.`),
  unique_visitors: count().describe('Distinct visitors of these sessions.'),
  bounce_rate: percent().describe('Sessions with exactly one pageview, percent of the visits.'),
});

/** Schema of a source, without goals. */
export const source = z.object({
  source: z.string().describe('A name (Google), a domain, or Direct; or the value of utm_source.'),
  medium: z
    .string()
    .describe('Kind of source: organic, social, referral, none, ...; or the value of utm_medium.'),
  ...ofSessions('from this source'),
});

const by = ['source', 'medium'] as const;

/** The sources of a range, most visits first, a page of them, and the number of all. */
export const readSources = ({ list }: Pick<ReportContext, 'list'>, shown: Shown) =>
  list((read) => sessionList(by, read, sourceVisits, shown), source, 'visits');

export const sources = defineList({
  path: '/sources',
  description: 'Sessions by source and medium: visits, visitors and bounce rate.',
  parameters: {},
  compared: true,
  response: z.array(source.extend({ ...gained('visits'), goals: goals() })),
  async read(request) {
    const { rows, total } = await readSources(request, request.values);
    const withGoals = await readGoalsOfLists(request, [{ properties: by, rows }]);
    return { rows: rows.map(withGoals), total };
  },
});
