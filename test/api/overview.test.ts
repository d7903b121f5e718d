import { uuid7 } from '../harness/uuid7.ts';
import { meta } from './meta.ts';
import { hoursAgo, joinQueryService, minutesAgo, type SharedQueryService, visit } from './query-service.ts';

let service: SharedQueryService;

beforeAll(async () => {
  service = await joinQueryService();
});
afterAll(() => service.stop());

test('a site without data has zeros, and null where nothing can be divided', async () => {
  const { status, body } = await service.report('/overview', { site_id: 'empty' });
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: { ...meta, site_id: 'empty', sites: ['empty'] },
    data: {
      pageviews: 0,
      unique_visitors: 0,
      sessions: 0,
      bounce_rate: null,
      avg_session_duration_seconds: null,
      views_per_session: null,
      returning_visitor_percentage: null,
    },
  });
});

test('counts views, visitors, sessions and bounces of the period', async () => {
  const ada = uuid7(hoursAgo(24 * 30));
  const [old, first, second, bounce] = [
    visit(hoursAgo(24 * 30), ada),
    visit(hoursAgo(50), ada),
    visit(hoursAgo(20), ada),
    visit(hoursAgo(10)),
  ];
  const [page, other] = [uuid7(hoursAgo(50)), uuid7(hoursAgo(50) + 60_000)];
  await service.insert([
    { ...old, pinged_at: hoursAgo(24 * 30) }, // before the period: makes ada a returning visitor
    { ...first, pageview_id: page, pinged_at: hoursAgo(50), page_path: '/a' },
    { ...first, pageview_id: page, pinged_at: hoursAgo(50) + 30_000, page_path: '/a', type: 'engage' },
    { ...first, pageview_id: other, pinged_at: hoursAgo(50) + 60_000, page_path: '/b' },
    { ...first, pageview_id: other, pinged_at: hoursAgo(50) + 100_001, page_path: '/b', type: 'engage' },
    { ...second, pinged_at: hoursAgo(20), page_path: '/a' },
    { ...bounce, pinged_at: hoursAgo(10), page_path: '/a' },
    { ...visit(hoursAgo(1)), site_id: 'shop', pinged_at: hoursAgo(1) },
  ]);
  const { body } = await service.report('/overview');
  expect(body).toEqual({
    meta,
    data: {
      pageviews: 4,
      unique_visitors: 2,
      sessions: 3,
      bounce_rate: 66.67,
      avg_session_duration_seconds: 33.33,
      views_per_session: 1.33,
      returning_visitor_percentage: 50,
    },
  });
});

test('a session counts in the period of its first ping only; a pageview in that of its own first ping', async () => {
  const at = { site_id: 'straddling' };
  const eve = visit(minutesAgo(70));
  await service.insert([
    { ...at, ...eve, pinged_at: minutesAgo(70), page_path: '/before' },
    { ...at, ...eve, pinged_at: minutesAgo(50), page_path: '/after' },
  ]);
  const before = await service.report('/overview', {
    ...at,
    start: '2026-11-21T09:00Z',
    end: '2026-11-21T09:15Z',
  });
  expect(before.body).toMatchObject({
    data: {
      pageviews: 1,
      unique_visitors: 1,
      sessions: 1,
      bounce_rate: 0,
      avg_session_duration_seconds: 1200,
      returning_visitor_percentage: 0,
    },
  });
  const after = await service.report('/overview', { ...at, period: '1h' });
  expect(after.body).toMatchObject({
    data: {
      pageviews: 1,
      unique_visitors: 1,
      sessions: 0,
      bounce_rate: null,
      avg_session_duration_seconds: null,
      views_per_session: null,
      returning_visitor_percentage: 100,
    },
  });
});

test('pings that arrive twice, or late and out of order, change nothing', async () => {
  const fay = { site_id: 'replayed', ...visit(hoursAgo(3)) };
  const [page, next] = [uuid7(hoursAgo(3)), uuid7(hoursAgo(3))];
  const pings = [
    { ...fay, pageview_id: page, pinged_at: hoursAgo(3) + 90_000, type: 'engage' as const },
    { ...fay, pageview_id: next, pinged_at: hoursAgo(3) + 45_500, page_path: '/next' },
    { ...fay, pageview_id: page, pinged_at: hoursAgo(3) },
  ];
  const expected = {
    data: { pageviews: 2, sessions: 1, unique_visitors: 1, bounce_rate: 0, avg_session_duration_seconds: 90 },
  };
  for (const ping of [...pings, ...pings]) await service.insert([ping]);
  const { body } = await service.report('/overview', { site_id: 'replayed' });
  expect(body).toMatchObject(expected);
});
