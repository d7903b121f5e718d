import { metaOf } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** The meta of a site's response. */
const ofSite = (site_id: string) => ({
  ...metaOf(site_id),
  compare: { start: '2026-11-07T10:15:00.000Z', end: '2026-11-14T10:15:00.000Z' },
});

test('a site without data has no growth', async () => {
  /** Metrics without a value, on both sides or on one. */
  const none = { current: null, previous: null, change: null, growth_rate: null };
  const zero = { current: 0, previous: 0, change: 0, growth_rate: null };
  const { status, body } = await service.report('/insights');
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: ofSite('blog'),
    data: {
      pageviews: zero,
      unique_visitors: zero,
      sessions: zero,
      bounce_rate: none,
      avg_session_duration_seconds: none,
      views_per_session: none,
      returning_visitor_percentage: none,
    },
  });
});

test('compares the period with the one before, of the same length', async () => {
  const site_id = 'growing';
  const [ada, ben, cyd] = [visit(hoursAgo(47)), visit(hoursAgo(30)), visit(hoursAgo(20))];
  await service.insert([
    // Before both periods.
    seen(hoursAgo(49), { site_id }),
    // The period before: three pageviews of two visitors in two sessions, one of which bounced; 90 s and 0 s.
    ping(hoursAgo(47), ada, { site_id }),
    ping(hoursAgo(47) + 90_000, ada, { site_id }),
    ping(hoursAgo(30), ben, { site_id }),
    // The period: four pageviews of three visitors, one of them returning, in three sessions, two of which bounced; 10 s,
    // 0 s and 0 s.
    ping(hoursAgo(20), cyd, { site_id }),
    ping(hoursAgo(20) + 10_000, cyd, { site_id }),
    seen(hoursAgo(10), { site_id }),
    seen(hoursAgo(5), { site_id, visitor_id: ben.visitor_id }),
  ]);
  const { body } = await service.report('/insights', { site_id, period: '1d' });
  expect(body).toEqual({
    meta: {
      ...ofSite(site_id),
      start: '2026-11-20T10:15:00.000Z',
      compare: { start: '2026-11-19T10:15:00.000Z', end: '2026-11-20T10:15:00.000Z' },
    },
    data: {
      pageviews: { current: 4, previous: 3, change: 1, growth_rate: 33.33 },
      unique_visitors: { current: 3, previous: 2, change: 1, growth_rate: 50 },
      sessions: { current: 3, previous: 2, change: 1, growth_rate: 50 },
      bounce_rate: { current: 66.67, previous: 50, change: 16.67, growth_rate: 33.33 },
      avg_session_duration_seconds: { current: 3.33, previous: 45, change: -41.67, growth_rate: -92.59 },
      views_per_session: { current: 1.33, previous: 1.5, change: -0.17, growth_rate: -11.11 },
      returning_visitor_percentage: { current: 33.33, previous: 0, change: 33.33, growth_rate: null },
    },
  });
});

test('a rise from 0 has a change, but no growth rate', async () => {
  const site_id = 'new';
  await service.insert([seen(hoursAgo(1), { site_id })]);
  const unknown = { previous: null, change: null, growth_rate: null };
  expect(await service.data('/insights', { site_id })).toMatchObject({
    pageviews: { current: 1, previous: 0, change: 1, growth_rate: null },
    bounce_rate: { current: 100, ...unknown },
    avg_session_duration_seconds: { current: 0, ...unknown },
  });
  const later = { site_id, start: '2026-11-21T09:30:00Z', end: '2026-11-21T10:30Z' };
  expect(await service.data('/insights', later)).toMatchObject({
    pageviews: { current: 0, previous: 1, change: -1, growth_rate: -100 },
    bounce_rate: { current: null, previous: 100, change: null, growth_rate: null },
  });
});

describe('the compared range', () => {
  /** One view per visitor, at local times of Berlin. */
  const views = [
    '2024-02-28T12:00:00+01:00',
    '2026-10-24T09:00:00+02:00',
    '2026-10-24T15:00:00+02:00',
    '2026-10-25T09:00:00+01:00',
    '2026-11-19T10:00:00+01:00',
    '2026-11-20T00:00:00+01:00',
    '2026-11-20T11:14:59.999+01:00',
    '2026-11-20T11:15:00+01:00',
    '2026-11-20T23:00:00+01:00',
    '2026-11-21T08:00:00+01:00',
    '2026-11-21T09:00:00+01:00',
    '2026-11-21T11:00:00+01:00',
  ];

  beforeAll(() => service.insert(views.map((view) => seen(Date.parse(view), { site_id: 'hourly' }))));

  // apps/query/src/parameters/compared-range.test.ts has all kinds of ranges and zones.
  test.each([
    // At 11:15 there: with yesterday up to 11:15.
    [{ period: 'today' }, ['2026-11-19T23:00:00.000Z', '2026-11-20T10:15:00.000Z'], 3, 2],
    [{ period: 'yesterday' }, ['2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z'], 4, 1],
    [{ period: 'today', end: '2026-11-20' }, ['2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z'], 4, 1],
    [
      { start: '2025-02-28', end: '2025-02-28', compare: 'year' },
      ['2024-02-27T23:00:00.000Z', '2024-02-28T23:00:00.000Z'],
      0,
      1,
    ],
    [
      { period: 'yesterday', compare: '2026-10-24/2026-10-25' },
      ['2026-10-23T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
      4,
      3,
    ],
    [
      { period: 'all', compare: '2026-10-24T09:00+02:00/2026-10-24T13:00Z' },
      ['2026-10-24T07:00:00.000Z', '2026-10-24T13:00:00.000Z'],
      12,
      1,
    ],
    [
      { start: '1970-01-01', end: '2199-12-31', timezone: 'UTC' },
      ['1740-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
      12,
      0,
    ],
  ])('of %j', async (parameters, [start, end], current, previous) => {
    const asked = { site_id: 'hourly', timezone: 'Europe/Berlin', ...parameters };
    const { body } = await service.report('/insights', asked);
    expect(body).toMatchObject({
      meta: { compare: { start, end } },
      data: { pageviews: { current, previous, change: current - previous } },
    });
  });

  test('all is compared with nothing', async () => {
    const { body } = await service.report('/insights', { site_id: 'hourly', period: 'all' });
    const unknown = { previous: null, change: null, growth_rate: null };
    expect(body).toMatchObject({
      meta: { start: '2016-11-21T10:15:00.000Z', compare: null },
      data: { pageviews: { current: 12, ...unknown }, bounce_rate: { current: 100, ...unknown } },
    });
  });
});
