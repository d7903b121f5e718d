import { z } from 'zod';
import { bucketStarts } from '../buckets.ts';
import { clockOf } from '../clock.ts';
import { defineEndpoint } from '../endpoint.ts';
import { goals, readGoalsOfPeriod } from '../goal/read-goals.ts';
import { granularity } from '../parameters/granularity.ts';
import { createPause } from '../pause.ts';
import { count } from '../reply.ts';
import sql from './pageviews-over-time.sql';

const hourlyUpToMs = 48 * 3_600_000;
/** Buckets that are formatted between two looks at the clock. */
const sliceBuckets = 100;

const row = z.object({
  start_ms: z.number(),
  pageviews: z.number(),
  unique_visitors: z.number(),
  sessions: z.number(),
});

const response = z.array(
  z.object({
    bucket: z.iso
      .datetime({ offset: true })
      .meta({ examples: ['2026-11-21T00:00:00+01:00'] })
      .describe('Start, in local time with the offset from UTC.'),
    pageviews: count(),
    unique_visitors: count().describe('Distinct visitors with a pageview in the bucket.'),
    sessions: count().describe('Sessions whose first ping lies in the bucket.'),
    goals: goals(),
  }),
);

/** The period as a series. The first and the last bucket count only what lies in the period. */
export const pageviewsOverTime = defineEndpoint({
  path: '/pageviews-over-time',
  description:
    'Pageviews, visitors and sessions of each hour, day, week (from Monday) or month that overlaps the period, empty ones included. The first and the last bucket count only what lies in the period.',
  parameters: { granularity },
  response,
  meta: { granularity: z.enum(['hour', 'day', 'week', 'month']) },
  async respond(request) {
    const { query, range, values } = request;
    const { granularity: requested, timezone } = values;
    const clock = clockOf(timezone.canonical);
    const granularity = requested ?? (range.end - range.start <= hourlyUpToMs ? 'hour' : 'day');
    const starts = await bucketStarts(range, granularity, clock);
    const [{ rows }, goalsOf] = await Promise.all([
      query(sql, row, { bucketStarts: starts }),
      readGoalsOfPeriod(request, starts),
    ]);
    const filled = new Map(rows.map(({ start_ms, ...counts }) => [start_ms, counts]));
    const pause = createPause();
    const data = [];
    for (const start of starts) {
      if (data.length % sliceBuckets === 0) await pause();
      const counts = filled.get(start) ?? { pageviews: 0, unique_visitors: 0, sessions: 0 };
      const gained = goalsOf({ bucket: start, visitors: counts.unique_visitors });
      data.push({ bucket: clock.iso(start), ...counts, ...gained });
    }
    return { data, meta: { granularity } };
  },
});
