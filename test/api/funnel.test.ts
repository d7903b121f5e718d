import { numberedId } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** How many entered each step. */
const entered = async (site_id: string, step: string[], parameters: Record<string, string> = {}) =>
  (await service.rows('/funnel', { site_id, step, ...parameters })).map((row) => row['entered']);

/** Stores one session of pageviews (`/a`) and events (`A`), with ids in their order: minutes ago and name. */
async function walk(site_id: string, ...rows: [number, string][]) {
  const ids = { site_id, ...visit(minutesAgo(rows[0]?.[0] ?? 0)) };
  await service.insert(
    rows.map(([minutes, name], index) => {
      const id = numberedId(minutesAgo(minutes), index + 1);
      const row = name.startsWith('/') ? { page_path: name, pageview_id: id } : { event: name, ping_id: id };
      return ping(minutesAgo(minutes), ids, row);
    }),
  );
}

test.each([
  // One moment, in the order of ids, and how many steps are reached: a page contains a, an event is A.
  { rows: ['/a', '/b', '/c'], steps: 'abc', reached: 3 },
  { rows: ['/c', '/b', '/a'], steps: 'abc', reached: 1 },
  { rows: ['/ab', '/ab'], steps: 'abc', reached: 2 },
  { rows: ['/b', '/ac', '/b'], steps: 'abc', reached: 2 },
  { rows: ['/abc', '/bc', '/c'], steps: 'abc', reached: 3 },
  { rows: ['/abcdefghij'], steps: 'abcdefghij', reached: 1 },
  { rows: Array<string>(10).fill('/abcdefghij'), steps: 'abcdefghij', reached: 10 },
  { rows: ['/b', '/c'], steps: 'abc', reached: 0 },
  { rows: ['A', '/b'], steps: 'Ab', reached: 1 },
  { rows: ['B', '/a'], steps: 'aB', reached: 2 },
  { rows: ['A', 'B'], steps: 'AB', reached: 2 },
  { rows: ['B', 'A'], steps: 'AB', reached: 1 },
  { rows: ['C', '/a', 'D', '/b'], steps: 'abCD', reached: 4 },
])('at one moment $rows reach $reached of $steps', async ({ rows, steps, reached }) => {
  const site_id = `moment${rows.join('').replaceAll('/', '-').slice(0, 40)}`;
  await walk(site_id, ...rows.map((row): [number, string] => [30, row]));
  const asked = [...steps].map((step) => (step < 'a' ? `event:${step}` : `page~${step}`));
  expect(await entered(site_id, asked)).toEqual(asked.map((_, index) => Number(index < reached)));
});

test('within counts from the first step, inclusive', async () => {
  const site_id = 'edge';
  const ids = { site_id, ...visit(hoursAgo(3)) };
  await service.insert([
    ping(hoursAgo(3), ids, { page_path: '/a' }),
    ping(hoursAgo(2), ids, { page_path: '/b' }),
    ping(hoursAgo(1) + 1, ids, { page_path: '/c' }),
  ]);
  for (const [within, by, expected] of [
    ['1h', 'visitor', [1, 1, 0]],
    ['59m', 'visitor', [1, 0, 0]],
    ['121m', 'visitor', [1, 1, 1]],
    ['129600m', 'visitor', [1, 1, 1]],
    ['30m', 'session', [1, 1, 1]],
  ] as const)
    expect(await entered(site_id, ['page:/a', 'page:/b', 'page:/c'], { within, by })).toEqual(expected);
});
