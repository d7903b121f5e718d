import { numberedId } from '../harness/uuid7.ts';
import { metaOf } from './meta.ts';
import { hoursAgo, minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** How many entered each step. */
const entered = async (site_id: string, step: string[], parameters: Record<string, string> = {}) =>
  (await service.rows('/funnel', { site_id, step, ...parameters })).map((row) => row['entered']);

test('three steps: counts, rates, drop-offs and medians', async () => {
  const site_id = 'shop';
  await service.insert(
    [[90, 60, 30], [90, 80], [90, 70], [90]].flatMap(([first = 0, second, third]) => {
      const ids = { site_id, ...visit(minutesAgo(first)) };
      const purchase = { event: 'Purchase', props: { plan: 'pro' } };
      return [
        ping(minutesAgo(first), ids, { page_path: '/pricing' }),
        ...(second ? [ping(minutesAgo(second), ids, { event: 'Signup' })] : []),
        ...(third ? [ping(minutesAgo(third), ids, purchase)] : []),
      ];
    }),
  );
  const step = ['page:/pricing', 'event:Signup', 'event:Purchase;prop.plan:pro|team'];
  const { status, body } = await service.report('/funnel', { site_id, step });
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: { ...metaOf(site_id), by: 'visitor', within_seconds: 604_800 },
    data: [
      {
        step: 'page:/pricing',
        entered: 4,
        rate_of_first: 100,
        rate_of_previous: null,
        dropped: 1,
        median_seconds_from_previous: null,
      },
      {
        step: 'event:Signup',
        entered: 3,
        rate_of_first: 75,
        rate_of_previous: 75,
        dropped: 2,
        median_seconds_from_previous: 1200,
      },
      {
        step: 'event:Purchase;prop.plan:pro|team',
        entered: 1,
        rate_of_first: 25,
        rate_of_previous: 33.33,
        dropped: 0,
        median_seconds_from_previous: 1800,
      },
    ],
  });
  const steps = ['page:/pricing', 'event:Purchase'];
  const bySession = await service.report('/funnel', { site_id, step: steps, by: 'session' });
  expect(bySession.body).toMatchObject({
    meta: { by: 'session', within_seconds: null },
    data: [{ entered: 4 }, { entered: 1, median_seconds_from_previous: 3600 }],
  });
});

/** Stores pageviews (`/a`) and events (`A`) of one visitor, in one session, with ids in their order: minutes ago and name. */
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
  // The rows of the moment in the order of their ids, and how many of the steps they reach: a page contains a, an event is A.
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
