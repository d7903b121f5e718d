import { z } from 'zod';
import { bucketStarts } from '../buckets.ts';
import { clockOf } from '../clock.ts';
import { defineEndpoint } from '../endpoint.ts';
import { granularity } from '../parameters/granularity.ts';
import { count } from '../reply.ts';
import sql from './pings.sql';

const hourlyUpToMs = 48 * 3_600_000;

const row = z.object({
  start_ms: z.number(),
  outcome: z.enum(['stored', 'dropped', 'dead_lettered']),
  reason: z.string(),
  pings: z.number(),
});

type Row = z.output<typeof row>;

const account = {
  received: count().describe('Pings that ingest answered with 202: accepted + dropped.'),
  accepted: count().describe('Those that ingest said were accepted: stored + dead_lettered.'),
  stored: count().describe('Those that the reports rest on.'),
  dead_lettered: count().describe('Those that the database refused, and that were not put back since.'),
  dropped: count().describe('Those that are not counted in reports.'),
  dropped_by_reason: z
    .array(z.object({ reason: z.string(), pings: count() }))
    .describe('Why they were dropped, alphabetically: bot, excluded_ip, spam_referrer, unknown_site.'),
};

const response = z.object({
  ...account,
  buckets: z.array(
    z.object({
      bucket: z.iso
        .datetime({ offset: true })
        .meta({ examples: ['2026-11-21T00:00:00+01:00'] })
        .describe('When it begins, in local time with the offset from UTC.'),
      ...account,
    }),
  ),
});

/** The account of what was received. Filters have no say here: of a dropped ping nothing is known to filter by. */
export const pings = defineEndpoint({
  path: '/pings',
  description:
    'What became of the pings that were received in the period, by the time of receipt: stored, dropped and why, or dead-lettered; in all, and in each hour, day, week or month. Those that still wait in the log are not counted yet.',
  parameters: { granularity },
  response,
  meta: { granularity: z.enum(['hour', 'day', 'week', 'month']) },
  async respond({ ask, range, values: { granularity: asked, timezone } }) {
    const clock = clockOf(timezone.canonical);
    const granularity = asked ?? (range.end - range.start <= hourlyUpToMs ? 'hour' : 'day');
    const starts = await bucketStarts(range, granularity, clock);
    const { rows } = await ask(sql, row, { bucketStarts: starts });
    const filled = new Map<number, Row[]>(starts.map((start) => [start, []]));
    for (const row of rows) filled.get(row.start_ms)?.push(row);
    const buckets = [...filled].map(([start, rows]) => ({ bucket: clock.iso(start), ...accountOf(rows) }));
    return { data: { ...accountOf(rows), buckets }, meta: { granularity } };
  },
});

function accountOf(rows: readonly Row[]) {
  const counts = { stored: 0, dead_lettered: 0, dropped: 0 };
  const reasons = new Map<string, number>();
  for (const { outcome, reason, pings } of rows) {
    counts[outcome] += pings;
    if (outcome === 'dropped') reasons.set(reason, (reasons.get(reason) ?? 0) + pings);
  }
  const { stored, dead_lettered, dropped } = counts;
  const accepted = stored + dead_lettered;
  return {
    received: accepted + dropped,
    accepted,
    stored,
    dead_lettered,
    dropped,
    dropped_by_reason: [...reasons].map(([reason, pings]) => ({ reason, pings })).sort(byName),
  };
}

function byName(a: { reason: string }, b: { reason: string }): number {
  return a.reason < b.reason ? -1 : 1;
}
