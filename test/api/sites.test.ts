import { noSites } from '@tallyhouse/sites';
import { listMeta } from './meta.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  const known = { name: 'The C', group: 'letters', timezone: 'Europe/Berlin' };
  const listed = { ...noSites, sites: new Map([['c', known]]) };
  service = await startQueryService({}, undefined, listed);
});
afterAll(() => service.stop());

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

test('every site is listed, sorted by its pageviews in the period, then by id', async () => {
  const open = { ...visit(hoursAgo(2)), pageview_id: visit(hoursAgo(2)).session_id };
  const again = visit(hoursAgo(3));
  await service.insert([
    { site_id: 'b', ...visit(hoursAgo(24 * 8)), pinged_at: hoursAgo(24 * 8) },
    { site_id: 'b', ...visit(hoursAgo(24 * 9)), pinged_at: hoursAgo(24 * 9) },
    { site_id: 'b', ...visit(hoursAgo(5)), pinged_at: hoursAgo(5) },
    { site_id: 'a', ...visit(hoursAgo(24 * 6)), pinged_at: hoursAgo(24 * 6) },
    { site_id: 'c', ...open, pinged_at: hoursAgo(2) },
    { site_id: 'c', ...open, pinged_at: minutesAgo(7), type: 'engage' },
    { site_id: 'c', ...again, pinged_at: hoursAgo(3) },
    { site_id: 'c', ...again, pinged_at: hoursAgo(3) + 1 },
    { site_id: 'c', ...visit(hoursAgo(24 * 10)), pinged_at: hoursAgo(24 * 10) },
    { site_id: 'asleep', ...visit(hoursAgo(24 * 40)), pinged_at: hoursAgo(24 * 40) },
  ]);
  const { body } = await service.report('/sites');
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
        ...untold,
        pageviews: 1,
        unique_visitors: 1,
        sessions: 1,
        change: null,
        last_ping_at: '2026-11-15T10:15:00.000Z',
        sparkline: sparkline({ 4: 1 }),
      },
      {
        site_id: 'b',
        ...untold,
        pageviews: 1,
        unique_visitors: 1,
        sessions: 1,
        change: -50,
        last_ping_at: '2026-11-21T05:15:00.000Z',
        sparkline: sparkline({ 29: 1 }),
      },
      { ...asleep, sparkline: sparkline() },
    ],
  });
});

test('up to two days a sparkline has 24 parts, from quarter to quarter of an hour', async () => {
  const { body } = await service.report('/sites', { period: '48h', limit: '1' });
  expect(body).toMatchObject({ data: [{ site_id: 'c', sparkline: sparkline({ 22: 2, 23: 1 }, 24) }] });
});

test('of a few milliseconds too the parts add up', async () => {
  const at = (more: number) => new Date(hoursAgo(3) + more).toISOString();
  const { body } = await service.report('/sites', { start: at(0), end: at(2), limit: '1' });
  expect(body).toMatchObject({
    data: [{ site_id: 'c', pageviews: 2, change: null, sparkline: sparkline({ 0: 1, 1: 1 }, 24) }],
  });
});

test('limit and offset select a part; site_id and filter have no effect', async () => {
  const parameters = { site_id: 'a', filter: 'page:/nothing', limit: '1', offset: '3' };
  const { body } = await service.report('/sites', parameters);
  expect(body).toEqual({
    meta: {
      ...listMeta,
      site_id: 'a',
      sites: ['a'],
      filters: ['page:/nothing'],
      limit: 1,
      offset: 3,
      total: 4,
    },
    data: [{ ...asleep, sparkline: sparkline() }],
  });
});

test('limit=all gives every site in one answer, and no other list takes it', async () => {
  const { body } = await service.report('/sites', { limit: 'all' });
  expect(body).toMatchObject({
    meta: { limit: 1000, total: 4 },
    data: ['c', 'a', 'b', 'asleep'].map((site_id) => ({ site_id })),
  });
  const refused = async (path: string, limit: string) => (await service.report(path, { limit })).body;
  expect(await refused('/sites', '101')).toMatchObject({
    error: { message: 'limit must be a whole number from 1 to 100, or all.' },
  });
  expect(await refused('/pages', 'all')).toMatchObject({
    error: { message: 'limit must be a whole number from 1 to 100.' },
  });
});

test('change is that since the period before, or since the one that compare names', async () => {
  const changes = async (parameters: Record<string, string>) => {
    const { body } = await service.report('/sites', parameters);
    const { data } = body as { data: { site_id: string; change: number | null }[] };
    return Object.fromEntries(data.map(({ site_id, change }) => [site_id, change]));
  };
  expect(await changes({})).toEqual({ c: 100, a: null, b: -50, asleep: null });
  // Eight days ago there was one visitor of b alone.
  expect(await changes({ compare: '2026-11-13/2026-11-13' })).toEqual({
    c: null,
    a: null,
    b: 0,
    asleep: null,
  });
});
