import { uuid7 } from '../harness/uuid7.ts';
import { meta, metaOf } from './meta.ts';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const unknown = { bounce_rate: null, avg_session_duration_seconds: null, views_per_session: null };

test('a site without data has zeros, and null where nothing can be divided', async () => {
  const { status, body } = await service.report('/overview', { site_id: 'empty' });
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: metaOf('empty'),
    data: {
      pageviews: 0,
      unique_visitors: 0,
      sessions: 0,
      ...unknown,
      returning_visitor_percentage: null,
    },
  });
});

test('counts views, visitors, sessions and bounces of the period', async () => {
  const ada = uuid7(hoursAgo(24 * 30));
  const [first, second] = [visit(hoursAgo(50), ada), visit(hoursAgo(20), ada)];
  const page = { ...first, pageview_id: uuid7(hoursAgo(50)), page_path: '/a' };
  const other = { ...first, pageview_id: uuid7(hoursAgo(50) + 60_000), page_path: '/b' };
  await service.insert([
    // Before the period: makes Ada a returning visitor.
    ping(hoursAgo(24 * 30), visit(hoursAgo(24 * 30), ada)),
    ping(hoursAgo(50), page),
    ping(hoursAgo(50) + 30_000, page, { type: 'engage' }),
    ping(hoursAgo(50) + 60_000, other),
    ping(hoursAgo(50) + 100_001, other, { type: 'engage' }),
    ping(hoursAgo(20), second, { page_path: '/a' }),
    seen(hoursAgo(10), { page_path: '/a' }),
    seen(hoursAgo(1), { site_id: 'shop' }),
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
  const eve = { ...at, ...visit(minutesAgo(70)) };
  await service.insert([
    ping(minutesAgo(70), eve, { page_path: '/before' }),
    ping(minutesAgo(50), eve, { page_path: '/after' }),
  ]);
  const before = { ...at, start: '2026-11-21T09:00Z', end: '2026-11-21T09:15Z' };
  expect(await service.data('/overview', before)).toMatchObject({
    pageviews: 1,
    unique_visitors: 1,
    sessions: 1,
    bounce_rate: 0,
    avg_session_duration_seconds: 1200,
    returning_visitor_percentage: 0,
  });
  expect(await service.data('/overview', { ...at, period: '1h' })).toEqual({
    pageviews: 1,
    unique_visitors: 1,
    sessions: 0,
    ...unknown,
    returning_visitor_percentage: 100,
  });
});
