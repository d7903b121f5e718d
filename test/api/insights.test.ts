import { metaOf } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

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
      ...metaOf(site_id),
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
