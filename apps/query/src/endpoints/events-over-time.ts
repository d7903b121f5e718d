import { z } from 'zod';
import { bucketStarts } from '../buckets.ts';
import { clockOf } from '../clock.ts';
import { defineEndpoint } from '../endpoint.ts';
import { event } from '../parameters/event.ts';
import { granularity } from '../parameters/granularity.ts';
import { createPause } from '../pause.ts';
import { count } from '../reply.ts';
import sql from './events-over-time.sql';

const hourlyUpToMs = 48 * 3_600_000;
/** Buckets that are formatted between two looks at the clock. */
const sliceBuckets = 100;

const row = z.object({
  start_ms: z.number(),
  events: z.number(),
  unique_visitors: z.number(),
});

const response = z.array(
  z.object({
    bucket: z.iso
      .datetime({ offset: true })
      .meta({ examples: ['2026-11-21T00:00:00+01:00'] })
      .describe('Start, in local time with the offset from UTC.'),
    events: count(),
    unique_visitors: count().describe('Distinct visitors of these events.'),
  }),
);

/** The events of the period as a series. The first and the last bucket count only what lies in the period. */
export const eventsOverTime = defineEndpoint({
  path: '/events-over-time',
  description:
    'Events, or those of one name, and their visitors in each hour, day, week (from Monday) or month that overlaps the period, empty ones included. The first and the last bucket count only what lies in the period.',
  parameters: { event, granularity },
  response,
  meta: { granularity: z.enum(['hour', 'day', 'week', 'month']) },
  async respond({ query, range, values: { event = '', granularity: requested, timezone } }) {
    const clock = clockOf(timezone.canonical);
    const granularity = requested ?? (range.end - range.start <= hourlyUpToMs ? 'hour' : 'day');
    const starts = await bucketStarts(range, granularity, clock);
    const { rows } = await query(sql, row, { bucketStarts: starts, bindings: { event } });
    const filled = new Map(rows.map(({ start_ms, ...counts }) => [start_ms, counts]));
    const pause = createPause();
    const data = [];
    for (const start of starts) {
      if (data.length % sliceBuckets === 0) await pause();
      const counts = filled.get(start) ?? { events: 0, unique_visitors: 0 };
      data.push({ bucket: clock.iso(start), ...counts });
    }
    return { data, meta: { granularity } };
  },
});
