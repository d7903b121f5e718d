import { z } from 'zod';
import { bucketStarts } from '../buckets.ts';
import { clockOf } from '../clock.ts';
import { defineEndpoint } from '../endpoint.ts';
import { granularity } from '../parameters/granularity.ts';
import { createPause } from '../pause.ts';
import { count } from '../reply.ts';
import sql from './pings.sql';

const hourlyUpToMs = 48 * 3_600_000;
/** Buckets that are added up between two looks at the clock. */
const sliceBuckets = 100;

const row = z.object({
  start_ms: z.number(),
  stored: z.number(),
  dead_lettered: z.number(),
  /** By reason. */
  dropped: z.record(z.string(), z.number()),
});

/** The counts of one row, or of several added up. */
type Counts = Omit<z.output<typeof row>, 'start_ms'>;

const account = {
  received: count().describe('Pings that got a 202: accepted + dropped.'),
  accepted: count().describe('Pings that ingest accepted: stored + dead_lettered.'),
  stored: count().describe('Pings that count in reports.'),
  dead_lettered: count().describe('Pings that the database refused, without those put back since.'),
  dropped: count().describe('Pings that do not count in reports.'),
  dropped_by_reason: z
    .array(z.object({ reason: z.string(), pings: count() }))
    .describe(
      'Dropped pings by reason, alphabetically: bot, excluded_ip, excluded_path, foreign_host, spam_referrer, unknown_site.',
    ),
};

const response = z.object({
  ...account,
  buckets: z.array(
    z.object({
      bucket: z.iso
        .datetime({ offset: true })
        .meta({ examples: ['2026-11-21T00:00:00+01:00'] })
        .describe('Start, in local time with the offset from UTC.'),
      ...account,
    }),
  ),
});

/** Received pings by outcome. Filters do not apply: a dropped ping is stored without the properties to filter by. */
export const pings = defineEndpoint({
  path: '/pings',
  description:
    'Pings received in the period by outcome: stored, dropped (with the reason) or dead-lettered; in total, and in each hour, day, week or month. Pings that still wait in the log are not counted yet.',
  parameters: { granularity },
  response,
  meta: { granularity: z.enum(['hour', 'day', 'week', 'month']) },
  async respond({ query, range, values: { granularity: requested, timezone } }) {
    const clock = clockOf(timezone.canonical);
    const granularity = requested ?? (range.end - range.start <= hourlyUpToMs ? 'hour' : 'day');
    const starts = await bucketStarts(range, granularity, clock);
    const { rows } = await query(sql, row, { bucketStarts: starts });
    const filled = new Map(rows.map(({ start_ms, ...counts }) => [start_ms, counts]));
    const pause = createPause();
    const sum: Counts = { stored: 0, dead_lettered: 0, dropped: {} };
    const buckets = [];
    for (const start of starts) {
      if (buckets.length % sliceBuckets === 0) await pause();
      const counts = filled.get(start) ?? { stored: 0, dead_lettered: 0, dropped: {} };
      add(counts, sum);
      buckets.push({ bucket: clock.iso(start), ...accountOf(counts) });
    }
    return { data: { ...accountOf(sum), buckets }, meta: { granularity } };
  },
});

function add({ stored, dead_lettered, dropped }: Counts, sum: Counts): void {
  sum.stored += stored;
  sum.dead_lettered += dead_lettered;
  for (const [reason, pings] of Object.entries(dropped)) {
    sum.dropped[reason] = (sum.dropped[reason] ?? 0) + pings;
  }
}

function accountOf({ stored, dead_lettered, dropped }: Counts) {
  const dropped_by_reason = Object.entries(dropped).map(([reason, pings]) => ({ reason, pings }));
  const droppedInAll = dropped_by_reason.reduce((sum, { pings }) => sum + pings, 0);
  const accepted = stored + dead_lettered;
  return {
    received: accepted + droppedInAll,
    accepted,
    stored,
    dead_lettered,
    dropped: droppedInAll,
    dropped_by_reason: dropped_by_reason.sort(byName),
  };
}

function byName(a: { reason: string }, b: { reason: string }): number {
  return a.reason < b.reason ? -1 : 1;
}
