import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { goals, readGoalsOfPeriod } from '../goal/read-goals.ts';
import { granularity } from '../parameters/granularity.ts';
import { count } from '../reply.ts';
import { bucket, seriesMeta, seriesOf } from '../series.ts';
import sql from './pageviews-over-time.sql';

const row = z.object({
  start_ms: z.number(),
  pageviews: z.number(),
  unique_visitors: z.number(),
  sessions: z.number(),
});

const none = { pageviews: 0, unique_visitors: 0, sessions: 0 };

const response = z.array(
  z.object({
    bucket: bucket(),
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
  meta: seriesMeta,
  async respond(request) {
    const { query, range, values } = request;
    const { granularity, starts, entries } = await seriesOf(range, values);
    const [{ rows }, goalsOf] = await Promise.all([
      query(sql, row, { bucketStarts: starts }),
      readGoalsOfPeriod(request, starts),
    ]);
    const data = await entries(rows, none, ({ pageviews, unique_visitors, sessions }, bucket) => ({
      pageviews,
      unique_visitors,
      sessions,
      ...goalsOf({ bucket, visitors: unique_visitors }),
    }));
    return { data, meta: { granularity } };
  },
});
