import { countDeadLetters, markReplayed } from '@tallyhouse/consumer/dead-letter-table';
import { firstVersion } from '@tallyhouse/ping';
import { arraysOf } from '../bi/bi-database.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { meta as weekMeta } from './meta.ts';
import { hoursAgo, iso, minutesAgo } from './present.ts';
import { startQueryService } from './query-service.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const meta = { ...weekMeta, start: '2026-11-21T06:15:00.000Z', granularity: 'hour' };

/** The account of pings: how many were stored, became dead letters, or were dropped for each reason. */
function account(stored: number, dead_lettered: number, reasons: Record<string, number> = {}) {
  const dropped = Object.values(reasons).reduce((sum, pings) => sum + pings, 0);
  const accepted = stored + dead_lettered;
  const dropped_by_reason = Object.entries(reasons).map(([reason, pings]) => ({ reason, pings }));
  return { received: accepted + dropped, accepted, stored, dead_lettered, dropped, dropped_by_reason };
}
const nothing = account(0, 0);
const bucket = (hour: string, counts: object) => ({ bucket: `2026-11-21T${hour}:00:00+00:00`, ...counts });

function letter(offset: number, site: string, receivedAt: number) {
  const named = [firstVersion, 'id', service.nameOf(site)];
  const timed = [...named, 'click', '0.000', (receivedAt / 1000).toFixed(3)];
  return {
    partition: 0,
    offset: String(offset),
    reason: 'unknown type',
    refused_at: iso(minutesAgo(1)),
    value: Buffer.from(JSON.stringify(site === 'blog' ? timed : named)).toString('base64'),
  };
}

beforeAll(async () => {
  const dropped = (drop_reason: string, at: number) => ({ drop_reason, page_path: '', pinged_at: at });
  const pings = [
    { pinged_at: hoursAgo(3) },
    { pinged_at: hoursAgo(3), type: 'engage' as const },
    dropped('bot', hoursAgo(3)),
    dropped('bot', hoursAgo(3)),
    dropped('spam_referrer', hoursAgo(3)),
    { pinged_at: minutesAgo(5) },
    dropped('bot', minutesAgo(5)),
    // Received in the period, although it happened long before.
    { pinged_at: hoursAgo(24 * 300), received_at: minutesAgo(5) },
    // Outside the period; the second one at its excluded end.
    { pinged_at: hoursAgo(4), received_at: hoursAgo(4) - 1 },
    { pinged_at: hoursAgo(0) },
    { pinged_at: hoursAgo(3), site_id: 'shop' },
    { ...dropped('unknown_site', hoursAgo(3)), site_id: 'shop' },
  ].map(pingRow);
  await service.insert(pings);
  // Delivered again, in another batch.
  await service.insert(pings.slice(2, 8));
  const letters = ['blog', 'blog', 'shop', 'replayed'].map((site, index) =>
    letter(index + 1, site, hoursAgo(2)),
  );
  await countDeadLetters(service.client, letters);
  await countDeadLetters(service.client, letters);
});

test('a received ping is stored, dropped for a reason, or dead-lettered', async () => {
  const { body } = await service.report('/pings', { period: '4h' });
  const buckets = [
    bucket('06', nothing),
    bucket('07', account(2, 0, { bot: 2, spam_referrer: 1 })),
    bucket('08', account(0, 2)),
    bucket('09', nothing),
    bucket('10', account(2, 0, { bot: 1 })),
  ];
  const data = { ...account(4, 2, { bot: 3, spam_referrer: 1 }), buckets };
  expect(body).toEqual({ meta, data });
});

test('a dead letter that was put back no longer counts', async () => {
  const asked = { site_id: 'replayed', period: '4h' };
  expect(await service.data('/pings', asked)).toMatchObject({ received: 1, dead_lettered: 1 });
  await markReplayed(service.client, [letter(4, 'replayed', 0)], minutesAgo(1));
  expect(await service.data('/pings', asked)).toMatchObject({ received: 0, dead_lettered: 0 });
});

test('pings_hourly, for other programs, has the same counts', async () => {
  const rows = await arraysOf(
    service.client,
    `select toString(hour), outcome, reason, pings from pings_hourly
      where site_id = '${service.nameOf('blog')}' and hour >= '2026-11-21 06:00:00' order by all`,
  );
  expect(rows).toEqual([
    ['2026-11-21 06:00:00', 'stored', '', 1],
    ['2026-11-21 07:00:00', 'dropped', 'bot', 2],
    ['2026-11-21 07:00:00', 'dropped', 'spam_referrer', 1],
    ['2026-11-21 07:00:00', 'stored', '', 2],
    ['2026-11-21 08:00:00', 'dead_lettered', '', 2],
    ['2026-11-21 10:00:00', 'dropped', 'bot', 1],
    ['2026-11-21 10:00:00', 'stored', '', 3],
  ]);
});

test('a site that only sends what is dropped counts for *, whether there is another site or not', async () => {
  const { insert, data, stop } = await startQueryService();
  const asked = { site_id: '*', period: '4h' };
  const misspelt = { site_id: 'blogg', drop_reason: 'unknown_site', page_path: '', pinged_at: hoursAgo(3) };
  await insert([misspelt]);
  expect(await data('/pings', asked)).toMatchObject({ received: 1, dropped: 1 });
  await insert([{ pinged_at: hoursAgo(3) }]);
  expect(await data('/pings', asked)).toMatchObject({ received: 2, dropped: 1 });
  await stop();
});
