import { minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const rows = (parameters: Record<string, string>) => service.rows('/pageviews-over-time', parameters);

beforeAll(async () => {
  const at = { site_id: 'shop' };
  const ada = { ...at, ...visit(minutesAgo(80)) };
  const ben = { ...at, ...visit(minutesAgo(14)) };
  await service.insert([
    ...[minutesAgo(80), minutesAgo(75) - 1, minutesAgo(75), minutesAgo(16)].map((at) => ping(at, ada)),
    ping(minutesAgo(14), ben),
    seen(minutesAgo(13), { ...at, visitor_id: ben.visitor_id }),
    // Outside the range, but in buckets that overlap it.
    seen(minutesAgo(91), at),
    seen(minutesAgo(0), at),
  ]);
});

test.each([
  [{ period: '48h' }, 'hour', 49],
  [{ period: 'all' }, 'day', 3653],
  // The maximum.
  [{ start: '2026-01-01T00:00Z', end: '2026-07-28T08:00Z', granularity: 'hour' }, 'hour', 5000],
])('%j is in %ss', async (parameters, granularity, count) => {
  const { body } = await service.report('/pageviews-over-time', parameters);
  expect([Object(body).meta.granularity, Object(body).data.length]).toEqual([granularity, count]);
});

test.each([
  ['Asia/Kathmandu', ['2026-11-21T14:00:00+05:45', '2026-11-21T15:00:00+05:45']],
  ['America/St_Johns', ['2026-11-21T05:00:00-03:30', '2026-11-21T06:00:00-03:30']],
  // A zone that ClickHouse may not have.
  [
    'America/Coyhaique',
    ['2026-11-21T05:00:00-03:00', '2026-11-21T06:00:00-03:00', '2026-11-21T07:00:00-03:00'],
  ],
])('hours begin at full hours of %s', async (timezone, expected) => {
  const found = await rows({ site_id: 'shop', period: '90m', timezone });
  expect(found.map(({ bucket }) => bucket)).toEqual(expected);
  expect(found.reduce((sum, { pageviews }) => sum + Number(pageviews), 0)).toBe(6);
});
