import { only } from '@tallyhouse/clickhouse';
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
      'Dropped pings by reason, alphabetically: bot, excluded_ip, excluded_path, foreign_host, forgotten (deleted since), spam_referrer, unknown_site.',
    ),
});

const zeros = { received: 0, accepted: 0, stored: 0, dead_lettered: 0, dropped: 0 };
const none: { account: z.output<typeof account> } = { account: { ...zeros, dropped_by_reason: [] } };

const row = account
  .extend({ start_ms: z.number(), is_total: z.number() })
  .transform(({ start_ms, is_total, ...account }) => ({ start_ms, is_total, account }));

/** The accounts of the buckets in which a ping was received, and that of all of them. */
const pingsByBucket = (read: Reader): Sql => sql`
with outcomes as (
    select
        ${bucketOf(read, milliseconds('received_at'))} as bucket,
        outcome,
        reason,
        count() as pings
    from ${table('received_pings')}
    where ${read.ofSites}
      and received_at >= ${time(read.range.start)}
      and received_at < ${time(read.range.end)}
    group by
        bucket,
        outcome,
        reason
)
select
    bucket as start_ms,
    grouping(bucket) = 1 as is_total,
    sumIf(pings, outcome = 'stored') as stored,
    sumIf(pings, outcome = 'dead_lettered') as dead_lettered,
    sumIf(pings, outcome = 'dropped') as dropped,
    stored + dead_lettered as accepted,
    accepted + dropped as received,
    cast(
        mapSort(sumMapIf(map(reason, pings), outcome = 'dropped')),
        'Array(Tuple(reason String, pings UInt64))'
    ) as dropped_by_reason
from outcomes
group by grouping sets (
    (bucket),
    ()
)`;

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
    const { account } = only(rows.filter(({ is_total }) => is_total));
    const ofBuckets = rows.filter(({ is_total }) => !is_total);
    const buckets = await entries(ofBuckets, none, ({ account }) => account);
    return { data: { ...account, buckets }, meta: { granularity } };
  },
});
