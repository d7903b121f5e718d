import { firstVersion } from '@tallyhouse/ping';
import { countDeadLetters, markReplayed } from '../../apps/consumer/src/dead-letter-table.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const meta = {
  site_id: 'blog',
  sites: ['blog'],
  start: '2026-11-21T06:15:00.000Z',
  end: '2026-11-21T10:15:00.000Z',
  timezone: 'UTC',
  filters: [],
  granularity: 'hour',
};
const nothing = { received: 0, accepted: 0, stored: 0, dead_lettered: 0, dropped: 0, dropped_by_reason: [] };

test('without pings every bucket is listed, and empty', async () => {
  const { status, body } = await service.report('/pings', { period: '4h' });
  expect(status).toBe(200);
  expect(body).toEqual({
    meta,
    data: {
      ...nothing,
      buckets: ['06', '07', '08', '09', '10'].map((hour) => ({
        bucket: `2026-11-21T${hour}:00:00+00:00`,
        ...nothing,
      })),
    },
  });
});

test('a received ping is stored, dropped for a reason, or dead-lettered', async () => {
  const dropped = (drop_reason: string, at: number) => ({ drop_reason, page_path: '', pinged_at: at });
  const pings = [
    { pinged_at: hoursAgo(3) },
    { pinged_at: hoursAgo(3), type: 'engage' as const },
    dropped('bot', hoursAgo(3)),
    dropped('bot', hoursAgo(3)),
    dropped('spam_referrer', hoursAgo(3)),
    { pinged_at: minutesAgo(5) },
    dropped('bot', minutesAgo(5)),
    // Received within the period, though it happened long before.
    { pinged_at: hoursAgo(24 * 300), received_at: minutesAgo(5) },
    // Outside the period, the second by the millisecond at which it ends.
    { pinged_at: hoursAgo(4), received_at: hoursAgo(4) - 1 },
    { pinged_at: hoursAgo(0) },
    { pinged_at: hoursAgo(3), site_id: 'shop' },
    { ...dropped('unknown_site', hoursAgo(3)), site_id: 'shop' },
  ].map(pingRow);
  await service.insert(pings);
  // Redelivered, in another batch.
  await service.insert(pings.slice(2, 8));
  const letters = [
    letter(1, 'blog', hoursAgo(2)),
    letter(2, 'blog', hoursAgo(2)),
    letter(3, 'shop', hoursAgo(2)),
  ];
  await countDeadLetters(service.database.client, letters);
  await countDeadLetters(service.database.client, letters);

  const { body } = await service.report('/pings', { period: '4h' });
  expect(body).toEqual({
    meta,
    data: {
      received: 10,
      accepted: 6,
      stored: 4,
      dead_lettered: 2,
      dropped: 4,
      dropped_by_reason: [
        { reason: 'bot', pings: 3 },
        { reason: 'spam_referrer', pings: 1 },
      ],
      buckets: [
        { bucket: '2026-11-21T06:00:00+00:00', ...nothing },
        {
          bucket: '2026-11-21T07:00:00+00:00',
          received: 5,
          accepted: 2,
          stored: 2,
          dead_lettered: 0,
          dropped: 3,
          dropped_by_reason: [
            { reason: 'bot', pings: 2 },
            { reason: 'spam_referrer', pings: 1 },
          ],
        },
        {
          bucket: '2026-11-21T08:00:00+00:00',
          received: 2,
          accepted: 2,
          stored: 0,
          dead_lettered: 2,
          dropped: 0,
          dropped_by_reason: [],
        },
        { bucket: '2026-11-21T09:00:00+00:00', ...nothing },
        {
          bucket: '2026-11-21T10:00:00+00:00',
          received: 3,
          accepted: 2,
          stored: 2,
          dead_lettered: 0,
          dropped: 1,
          dropped_by_reason: [{ reason: 'bot', pings: 1 }],
        },
      ],
    },
  });
});

test('granularity and timezone set the buckets; filters have no effect', async () => {
  const { body } = await service.report('/pings', {
    period: '4h',
    timezone: 'Asia/Kolkata',
    granularity: 'day',
    filter: 'page:/nothing',
  });
  const account = {
    received: 10,
    accepted: 6,
    stored: 4,
    dead_lettered: 2,
    dropped: 4,
    dropped_by_reason: [
      { reason: 'bot', pings: 3 },
      { reason: 'spam_referrer', pings: 1 },
    ],
  };
  expect(body).toEqual({
    meta: { ...meta, timezone: 'Asia/Kolkata', filters: ['page:/nothing'], granularity: 'day' },
    data: { ...account, buckets: [{ bucket: '2026-11-21T00:00:00+05:30', ...account }] },
  });
});

test('each site has its own counts', async () => {
  const { body } = await service.report('/pings', { site_id: 'shop', period: '4h', granularity: 'month' });
  const account = {
    received: 3,
    accepted: 2,
    stored: 1,
    dead_lettered: 1,
    dropped: 1,
    dropped_by_reason: [{ reason: 'unknown_site', pings: 1 }],
  };
  expect(body).toEqual({
    meta: { ...meta, site_id: 'shop', sites: ['shop'], granularity: 'month' },
    data: { ...account, buckets: [{ bucket: '2026-11-01T00:00:00+00:00', ...account }] },
  });
});

test('a dead letter that was put back no longer counts', async () => {
  await markReplayed(service.database.client, [letter(3, 'shop', 0)], minutesAgo(1));
  const { body } = await service.report('/pings', { site_id: 'shop', period: '4h' });
  expect(body).toMatchObject({ data: { received: 2, dead_lettered: 0 } });
});

test('dropped pings are in no other report', async () => {
  const { body } = await service.report('/overview', { period: '4h' });
  expect(body).toMatchObject({ data: { pageviews: 4 } });
  const realtime = await service.report('/realtime');
  expect(realtime.body).toMatchObject({ data: { active_visitors: 1 } });
});

test('pings_hourly, for other programs, has the same counts', async () => {
  const result = await service.database.reader.query({
    query: `select hour, outcome, reason, pings from pings_hourly
      where site_id = 'blog' and hour >= '2026-11-21 06:00:00' order by all`,
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([
    { hour: '2026-11-21 06:00:00', outcome: 'stored', reason: '', pings: 1 },
    { hour: '2026-11-21 07:00:00', outcome: 'dropped', reason: 'bot', pings: 2 },
    { hour: '2026-11-21 07:00:00', outcome: 'dropped', reason: 'spam_referrer', pings: 1 },
    { hour: '2026-11-21 07:00:00', outcome: 'stored', reason: '', pings: 2 },
    { hour: '2026-11-21 08:00:00', outcome: 'dead_lettered', reason: '', pings: 2 },
    { hour: '2026-11-21 10:00:00', outcome: 'dropped', reason: 'bot', pings: 1 },
    { hour: '2026-11-21 10:00:00', outcome: 'stored', reason: '', pings: 3 },
  ]);
});

test('an unknown granularity is refused', async () => {
  const { status, body } = await service.report('/pings', { granularity: 'minute' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { code: 'invalid_parameter', parameter: 'granularity' } });
});

function letter(offset: number, site: string, receivedAt: number) {
  const message = [firstVersion, 'id', site, 'click', '0.000', (receivedAt / 1000).toFixed(3)];
  return {
    partition: 0,
    offset: String(offset),
    reason: 'unknown type',
    refused_at: new Date(minutesAgo(1)).toISOString(),
    value: Buffer.from(JSON.stringify(site === 'shop' ? [firstVersion, 'id', site] : message)).toString(
      'base64',
    ),
  };
}
