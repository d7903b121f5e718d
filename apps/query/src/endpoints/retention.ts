import { HttpError } from '@tallyhouse/service';
import { z } from 'zod';
import { bucketStarts } from '../buckets.ts';
import { clockOf } from '../clock.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cohortGranularity } from '../parameters/cohort-granularity.ts';
import { count } from '../reply.ts';
import sql from './retention.sql';

const mostCohorts = 60;

const row = z.object({ cohort: z.number(), visitors: z.number(), returned: z.array(z.number()) });

const response = z.array(
  z.object({
    cohort: z.iso.date().describe('Local date on which the period of the cohort begins.'),
    visitors: count().describe('Visitors whose first pageview ever lies in it, and in the range.'),
    returned: z
      .array(count())
      .describe(
        'Those with a pageview in the same period (without filters, all of them), in the next one, and so on to the last of the range.',
      ),
  }),
);

/** Cohorts of visitors by their first pageview, and how many came again in each later period. */
export const retention = defineEndpoint({
  path: '/retention',
  description:
    'Visitors by the local day, week or month of their first pageview ever, and how many of them had a pageview in each period since. The first and the last period count only what lies in the range. Filters select the sessions whose pageviews count as returning.',
  parameters: { granularity: cohortGranularity },
  response,
  meta: { granularity: z.enum(['day', 'week', 'month']) },
  async respond({ query, range, values: { granularity, timezone } }) {
    const clock = clockOf(timezone.canonical);
    const starts = await bucketStarts(range, granularity, clock);
    if (starts.length > mostCohorts) {
      const message = `granularity must be longer, or the range shorter: it has ${starts.length} periods of one ${granularity}, and at most ${mostCohorts} are shown.`;
      throw new HttpError('invalid_parameter', message, { parameter: 'granularity' });
    }
    const { rows } = await query(sql, row, { bucketStarts: starts });
    const filled = new Map(rows.map(({ cohort, ...counts }) => [cohort, counts]));
    const data = starts.map((start, index) => ({
      cohort: clock.iso(start).slice(0, 10),
      ...(filled.get(index + 1) ?? { visitors: 0, returned: starts.slice(index).map(() => 0) }),
    }));
    return { data, meta: { granularity } };
  },
});
