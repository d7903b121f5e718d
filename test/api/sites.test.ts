import { noSites } from '@tallyhouse/sites';
import { listMeta } from './meta.ts';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { emptyDatabase, forAllTests, startQueryService, startServiceOn } from './query-service.ts';

const service = forAllTests(() => {
  const known = { name: 'The C', group: 'letters', timezone: 'Europe/Berlin' };
  return startQueryService({}, undefined, { ...noSites, sites: new Map([['c', known]]) });
});

beforeAll(async () => {
  const open = { site_id: 'c', ...visit(hoursAgo(2)), pageview_id: visit(hoursAgo(2)).session_id };
  const again = { site_id: 'c', ...visit(hoursAgo(3)) };
  await service.insert([
    ...[24 * 8, 24 * 9, 5].map((hours) => seen(hoursAgo(hours), { site_id: 'b' })),
    seen(hoursAgo(24 * 6), { site_id: 'a' }),
    ping(hoursAgo(2), open),
    ping(minutesAgo(7), open, { type: 'engage' }),
    ping(hoursAgo(3), again),
    ping(hoursAgo(3) + 1, again),
    seen(hoursAgo(24 * 10), { site_id: 'c' }),
    seen(hoursAgo(24 * 40), { site_id: 'asleep' }),
  ]);
});

/** Thirty numbers, zero but for those given by their place. */
const sparkline = (views: Record<number, number> = {}, length = 30) =>
  Array.from({ length }, (_, part) => views[part] ?? 0);

const untold = { name: null, group: null, timezone: null };
const asleep = {
  site_id: 'asleep',
  ...untold,
  pageviews: 0,
  unique_visitors: 0,
  sessions: 0,
  change: null,
  last_ping_at: '2026-10-12T10:15:00.000Z',
};

test('a database without pings has no sites', async () => {
  const empty = await startServiceOn(emptyDatabase());
  const { status, body } = await empty.report('/sites');
  await empty.stop();
  expect({ status, body }).toEqual({ status: 200, body: { meta: listMeta, data: [] } });
});

test('every site is listed, sorted by its pageviews in the period, then by id', async () => {
  const { body } = await service.report('/sites');
  const once = { ...untold, pageviews: 1, unique_visitors: 1, sessions: 1 };
  expect(body).toEqual({
    meta: { ...listMeta, total: 4 },
    data: [
      {
        site_id: 'c',
        name: 'The C',
        group: 'letters',
        timezone: 'Europe/Berlin',
        pageviews: 3,
        unique_visitors: 2,
        sessions: 2,
        change: 100,
        last_ping_at: '2026-11-21T10:08:00.000Z',
        sparkline: sparkline({ 29: 3 }),
      },
      {
        site_id: 'a',
        ...once,
        change: null,
        last_ping_at: '2026-11-15T10:15:00.000Z',
        sparkline: sparkline({ 4: 1 }),
      },
      {
        site_id: 'b',
        ...once,
        change: -50,
        last_ping_at: '2026-11-21T05:15:00.000Z',
        sparkline: sparkline({ 29: 1 }),
      },
      { ...asleep, sparkline: sparkline() },
    ],
  });
});

test('limit=all gives every site in one answer', async () => {
  const { body } = await service.report('/sites', { limit: 'all' });
  expect(body).toMatchObject({
    meta: { limit: 1000, total: 4 },
    data: ['c', 'a', 'b', 'asleep'].map((site_id) => ({ site_id })),
  });
});
