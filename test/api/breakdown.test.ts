import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, iso, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';
import { named, threeSessions } from './three-sessions.ts';

const service = forAllTests(joinQueryService);
beforeAll(() => service.insert(threeSessions));

/** A value with its visits and visitors. */
const entry = (value: string, visits: number, unique_visitors: number, bounce_rate: number) => ({
  value,
  visits,
  unique_visitors,
  bounce_rate,
});

test.each<readonly [string, ReturnType<typeof entry>]>([
  ...Object.entries(named).map(([name, value]) => [name, entry(value, 1, 1, 0)] as const),
  ['entry_page', entry('/c', 1, 1, 100)],
  ['exit_page', entry('/c', 2, 2, 50)],
  ['entry_referrer', entry('', 2, 2, 50)],
  ['medium', entry('', 1, 1, 0)],
])('sessions by %s, including unknown values', async (dimension, row) => {
  expect(await service.rows('/breakdown', { dimension })).toContainEqual(row);
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
