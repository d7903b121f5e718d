import { uuid7 } from '../harness/uuid7.ts';
import { meta } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

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
