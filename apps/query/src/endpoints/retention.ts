import { invalidParameter } from '@tallyhouse/service';
import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { cohortGranularity } from '../parameters/cohort-granularity.ts';
import { startsOf } from '../read/metrics.ts';
import type { Reader } from '../read/reader.ts';
import { firstVisits, visitorPeriods } from '../read/relations/visitors.ts';
import { bucketStarts } from '../reply/buckets.ts';
import { count } from '../reply/reply.ts';
import { clockOf } from '../time/clock.ts';
import { defineEndpoint } from './define/endpoint.ts';

const mostCohorts = 60;

const row = z.object({ cohort: z.number(), visitors: z.number(), returned: z.array(z.number()) });

const response = z.array(
  z.object({
    cohort: z.iso.date().describe('Local date on which the period of the cohort begins.'),
    visitors: count().describe('Visitors whose first pageview ever is in it, and in the range.'),
    returned: z
      .array(count())
      .describe(
        'Those with a pageview in the same period (without filters, all of them), in the next one, and so on to the last of the range.',
      ),
  }),
);

/** The cohorts that are not empty, numbered from 1. `returned` has an entry for each period from the cohort's own onwards. */
const cohorts = (read: Reader): Sql => sql`
select
    cohort,
    sum(visitors_alike) as visitors,
    arraySlice(sumForEach(arrayMap(
        period -> if(bitTest(periods, period - 1), visitors_alike, 0),
        arrayEnumerate(${startsOf(read)})
    )), cohort) as returned
from (
    -- There are few combinations of periods, compared with the number of visitors.
    select
        cohort,
        periods,
        count() as visitors_alike
    from (
        select
            visitor_id,
            max(rows.cohort) as cohort,
            groupBitOr(rows.periods) as periods
        from (
            ${read.rows(firstVisits)}
            union all
            ${read.rows(visitorPeriods)}
        ) as rows
        group by visitor_id
        having cohort > 0
    )
    group by all
)
group by cohort`;

export const retention = defineEndpoint({
  path: '/retention',
  description:
    'Visitors by the local day, week or month of their first pageview ever, and how many of them had a pageview in each period since. The first and the last period count only what is in the range. Filters select the sessions whose pageviews count as returning.',
  parameters: { granularity: cohortGranularity },
  response,
  meta: { granularity: z.enum(['day', 'week', 'month']) },
  async respond({ query, range, values: { granularity, timezone } }) {
    const clock = clockOf(timezone.canonical);
    const starts = await bucketStarts(range, granularity, clock);
    if (starts.length > mostCohorts) {
      const message = `granularity must be longer, or the range shorter: it has ${starts.length} periods of one ${granularity}, and at most ${mostCohorts} are shown.`;
      throw invalidParameter('granularity', message);
    }
    const { rows } = await query(cohorts, row, { bucketStarts: starts });
    const filled = new Map(rows.map(({ cohort, ...counts }) => [cohort, counts]));
    const data = starts.map((start, index) => ({
      cohort: clock.iso(start).slice(0, 10),
      ...(filled.get(index + 1) ?? { visitors: 0, returned: starts.slice(index).map(() => 0) }),
    }));
    return { data, meta: { granularity } };
  },
});
