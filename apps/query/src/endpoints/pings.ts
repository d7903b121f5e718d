import { dropReasons } from '@tallyhouse/ping/drop-reasons';
import { type Sql, sql, table, time } from '@tallyhouse/sql';
import { z } from 'zod';
import { granularity } from '../parameters/granularity.ts';
import { bucketOf, milliseconds } from '../read/metrics.ts';
import type { Reader } from '../read/reader.ts';
import { count } from '../reply/reply.ts';
import { bucket, seriesMeta, seriesOf } from '../reply/series.ts';
import { defineEndpoint } from './define/endpoint.ts';

const account = z.object({
  received: count().describe('Pings that got a 202: accepted + dropped.'),
  accepted: count().describe('Pings that ingest accepted: stored + dead_lettered.'),
  stored: count().describe('Pings that count in reports.'),
  dead_lettered: count().describe('Pings that the database refused, without those put back since.'),
  dropped: count().describe('Pings that do not count in reports.'),
  dropped_by_reason: z
    .array(z.object({ reason: z.string(), pings: count() }))
    .describe(
      `Dropped pings by reason (forgotten: deleted since), alphabetically: ${dropReasons.join(', ')}.`,
    ),
});

const row = z.object({
  start_ms: z.number(),
  stored: z.number(),
  dead_lettered: z.number(),
  /** By reason. */
  dropped: z.record(z.string(), z.number()),
});

type Counts = Omit<z.output<typeof row>, 'start_ms'>;

const none: Counts = { stored: 0, dead_lettered: 0, dropped: {} };

/** The buckets with pings. */
const pingsByBucket = (read: Reader): Sql => sql`
with outcomes as (
    select
        ${bucketOf(read, milliseconds('received_at'))} as bucket,
        outcome,
        reason,
        count() as pings
    from ${table('received_pings')}
    where ${read.siteCondition}
      and received_at >= ${time(read.range.start)}
      and received_at < ${time(read.range.end)}
    group by all
)
select
    bucket as start_ms,
    sumIf(pings, outcome = 'stored') as stored,
    sumIf(pings, outcome = 'dead_lettered') as dead_lettered,
    mapFromArrays(groupArrayIf(reason, outcome = 'dropped'), groupArrayIf(pings, outcome = 'dropped')) as dropped
from outcomes
group by bucket`;

/** Received pings by outcome. Filters do not apply: a dropped ping is stored without the properties to filter by. */
export const pings = defineEndpoint({
  path: '/pings',
  description:
    'Pings received in the period by outcome: stored, dropped (with the reason) or dead-lettered; in total, and in each hour, day, week or month. Pings that still wait in the log are not counted yet.',
  parameters: { granularity },
  response: account.extend({ buckets: z.array(z.object({ bucket: bucket(), ...account.shape })) }),
  meta: seriesMeta,
  async respond({ query, range, values }) {
    const { granularity, starts, entries } = await seriesOf(range, values);
    const { rows } = await query(pingsByBucket, row, { bucketStarts: starts });
    const buckets = await entries(rows, none, (counts) => accountOf([counts]));
    return { data: { ...accountOf(rows), buckets }, meta: { granularity } };
  },
});

function accountOf(counts: readonly Counts[]): z.output<typeof account> {
  const sum = (numberOf: (one: Counts) => number) => counts.reduce((sum, one) => sum + numberOf(one), 0);
  const [stored, dead_lettered] = [sum((one) => one.stored), sum((one) => one.dead_lettered)];
  const reasons = [...new Set(counts.flatMap((one) => Object.keys(one.dropped)))].sort();
  const dropped_by_reason = reasons.map((reason) => ({
    reason,
    pings: sum((one) => one.dropped[reason] ?? 0),
  }));
  const dropped = dropped_by_reason.reduce((sum, { pings }) => sum + pings, 0);
  const accepted = stored + dead_lettered;
  return { received: accepted + dropped, accepted, stored, dead_lettered, dropped, dropped_by_reason };
}
