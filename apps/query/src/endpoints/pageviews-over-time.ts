import { z } from 'zod';
import { mean, percentage } from '../arithmetic.ts';
import { bucketStarts } from '../buckets.ts';
import { clockOf } from '../clock.ts';
import { defineEndpoint } from '../endpoint.ts';
import { goals, readGoalsOfPeriod } from '../goal/read-goals.ts';
import { granularity } from '../parameters/granularity.ts';
import { createPause } from '../pause.ts';
import { average, count, percent } from '../reply.ts';
import sql from './pageviews-over-time.sql';

const hourlyUpToMs = 48 * 3_600_000;
/** Buckets that are formatted between two looks at the clock. */
const sliceBuckets = 100;

const row = z.object({
  start_ms: z.number(),
  pageviews: z.number(),
  unique_visitors: z.number(),
  sessions: z.number(),
  bounces: z.number(),
  duration_ms: z.number(),
});

const nothing = { pageviews: 0, unique_visitors: 0, sessions: 0, bounces: 0, duration_ms: 0 };

const response = z.array(
  z.object({
    bucket: z.iso
      .datetime({ offset: true })
      .meta({ examples: ['2026-11-21T00:00:00+01:00'] })
      .describe('Start, in local time with the offset from UTC.'),
    pageviews: count(),
    unique_visitors: count().describe('Distinct visitors with a pageview in the bucket.'),
    sessions: count().describe('Sessions whose first ping lies in the bucket.'),
    bounce_rate: percent().describe('Of these sessions, in percent, those with exactly one pageview.'),
    avg_session_duration_seconds: average().describe('Mean of these sessions, bounces included.'),
    views_per_session: average().describe('Pageviews of the bucket for each session that began in it.'),
    goals: goals(),
  }),
);

/** The period as a series. The first and the last bucket count only what lies in the period. */
export const pageviewsOverTime = defineEndpoint({
  path: '/pageviews-over-time',
  description:
    'Pageviews, visitors, sessions and their rates of each hour, day, week (from Monday) or month that overlaps the period, empty ones included. The first and the last bucket count only what lies in the period.',
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
      const { bounces, duration_ms, ...counts } = filled.get(start) ?? nothing;
      const { pageviews, unique_visitors, sessions } = counts;
      data.push({
        bucket: clock.iso(start),
        ...counts,
        bounce_rate: percentage(bounces, sessions),
        avg_session_duration_seconds: mean(duration_ms / 1000, sessions, 2),
        views_per_session: mean(pageviews, sessions, 2),
        ...goalsOf({ bucket: start, visitors: unique_visitors }),
      });
    }
    return { data, meta: { granularity } };
  },
});
