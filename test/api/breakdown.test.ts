import { uuid7 } from '../harness/uuid7.ts';
import { listMeta, listMetaOf } from './meta.ts';
import { hoursAgo, iso, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';
import { threeSessions } from './three-sessions.ts';

const service = forAllTests(joinQueryService);
beforeAll(() => service.insert(threeSessions));

/** A value with its visits and visitors. */
const entry = (value: string, visits: number, unique_visitors: number, bounce_rate: number) => ({
  value,
  visits,
  unique_visitors,
  bounce_rate,
});

test.each([
  ['medium', [entry('', 1, 1, 0), entry('ai', 1, 1, 100), entry('organic', 1, 1, 0)]],
  ['utm_campaign', [entry('', 2, 2, 50), entry('Spring Sale', 1, 1, 0)]],
  ['entry_page', [entry('/a', 1, 1, 0), entry('/b', 1, 1, 0), entry('/c', 1, 1, 100)]],
  ['exit_page', [entry('/c', 2, 2, 50), entry('/b', 1, 1, 0)]],
  ['entry_referrer', [entry('', 2, 2, 50), entry('https://google.example/', 1, 1, 0)]],
  ['city', [entry('', 1, 1, 0), entry('Amsterdam', 1, 1, 0), entry('ÅRHUS', 1, 1, 100)]],
  ['hostname', [entry('example.org', 2, 2, 50), entry('www.example.org', 1, 1, 0)]],
  ['language', [entry('', 2, 2, 50), entry('nl-NL', 1, 1, 0)]],
  ['screen', [entry('', 2, 2, 50), entry('xl', 1, 1, 0)]],
  ['browser_version', [entry('', 2, 2, 50), entry('144.0', 1, 1, 0)]],
])('sessions by %s, including unknown values', async (dimension, data) => {
  const { status, body } = await service.report('/breakdown', { dimension });
  expect(status).toBe(200);
  expect(body).toEqual({ meta: { ...listMeta, total: data.length }, data });
});

test('the exit page is that of the last pageview, on any day; of one millisecond the greatest id counts', async () => {
  const site_id = 'exits';
  const at = { site_id, ...visit(hoursAgo(30)) };
  const first = { ...at, pageview_id: uuid7(hoursAgo(30)), page_path: '/first' };
  const time = uuid7(hoursAgo(8)).slice(0, 18);
  await service.insert([
    ping(hoursAgo(30), first),
    ping(hoursAgo(8), at, { pageview_id: `${time}-9000-000000000000`, page_path: '/greater' }),
    ping(hoursAgo(8), at, { pageview_id: `${time}-8fff-ffffffffffff`, page_path: '/lesser' }),
    // A ping of an earlier page comes last: the visitor went back to its tab.
    ping(hoursAgo(7), first),
  ]);
  const asked = { site_id, dimension: 'exit_page', goal: 'page:/first' };
  const goal = {
    goal: asked.goal,
    conversions: 1,
    converting_visitors: 1,
    conversion_rate: 100,
    revenue: [],
  };
  const period = { start: iso(hoursAgo(31)), end: iso(hoursAgo(29)) };
  expect(await service.data('/breakdown', { ...asked, ...period })).toEqual([
    { ...entry('/greater', 1, 1, 0), goals: [goal] },
  ]);
});

test('sorted by visits, then by value', async () => {
  const visited = (hours: number, utm_source: string) =>
    seen(hoursAgo(hours), { site_id: 'shop', utm_source });
  await service.insert([
    ...[visited(5, 'b'), visited(4, 'a'), visited(3, 'c'), visited(2, 'c')],
    visited(24 * 8, 'long ago'),
  ]);
  const { body } = await service.report('/breakdown', { site_id: 'shop', dimension: 'utm_source' });
  expect(body).toEqual({
    meta: listMetaOf('shop', 3),
    data: [entry('c', 2, 2, 100), entry('a', 1, 1, 100), entry('b', 1, 1, 100)],
  });
});
