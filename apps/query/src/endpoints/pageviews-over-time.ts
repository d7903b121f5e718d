import { z } from 'zod';
import { granularity } from '../parameters/granularity.ts';
import { mean, percentage } from '../reply/arithmetic.ts';
import { average, count, percent } from '../reply/reply.ts';
import { bucket, seriesMeta, seriesOf } from '../reply/series.ts';
import { defineEndpoint } from './define/endpoint.ts';
import { goals, readGoalsOfPeriod } from './goals/read-goals.ts';
import { bucketRow, bucketTotals, noTotals } from './totals.ts';

const response = z.array(
  z.object({
    bucket: bucket(),
    pageviews: count(),
    unique_visitors: count().describe('Distinct visitors with a pageview in the bucket.'),
    new_visitors: count().describe('Of these visitors, those first seen in the bucket.'),
    returning_visitors: count().describe('Of these visitors, those first seen before the bucket.'),
    sessions: count().describe('Sessions whose first ping is in the bucket.'),
    bounce_rate: percent().describe('Of these sessions, in percent, those with exactly one pageview.'),
    avg_session_duration_seconds: average().describe('Mean of these sessions, bounces included.'),
    views_per_session: average().describe('Pageviews of the bucket for each session that began in it.'),
    goals: goals(),
  }),
);

export const pageviewsOverTime = defineEndpoint({
  path: '/pageviews-over-time',
  description:
    'Pageviews, visitors, sessions and their rates of each hour, day, week (from Monday) or month that overlaps the period, empty ones included. The first and the last bucket count only what is in the period.',
  parameters: { granularity },
  response,
  meta: seriesMeta,
  async respond(request) {
    const { granularity, starts, entries } = await seriesOf(request.range, request.values);
    const [{ rows }, goalsOf] = await Promise.all([
      request.query(bucketTotals, bucketRow, { bucketStarts: starts }),
      readGoalsOfPeriod(request, { bucketStarts: starts }),
    ]);
    const data = await entries(rows, noTotals, (counts, bucket) => {
      const { pageviews, unique_visitors, sessions, bounces, duration_ms } = counts;
      // Estimates of two large sets may differ the wrong way, though one contains the other.
      const new_visitors = Math.min(counts.new_visitors, unique_visitors);
      return {
        pageviews,
        unique_visitors,
        new_visitors,
        returning_visitors: unique_visitors - new_visitors,
        sessions,
        bounce_rate: percentage(bounces, sessions),
        avg_session_duration_seconds: mean(duration_ms / 1000, sessions, 2),
        views_per_session: mean(pageviews, sessions, 2),
        ...goalsOf({ bucket, visitors: unique_visitors }),
      };
    });
    return { data, meta: { granularity } };
  },
});
