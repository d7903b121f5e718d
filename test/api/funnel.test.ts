import { emptyRow } from '@tallyhouse/ping';
import { numberedId, uuid7 } from '../harness/uuid7.ts';
import { metaOf } from './meta.ts';
import { hoursAgo, minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const { visitor_id, session_id, pageview_id } = emptyRow;
const none = { visitor_id, session_id, pageview_id };

type Asked = Record<string, string | string[]>;

/** How many entered each step, and the medians. */
async function numbers(site_id: string, step: string[], parameters: Asked = {}) {
  const rows = await service.rows('/funnel', { site_id, step, ...parameters });
  return {
    entered: rows.map(({ entered }) => entered),
    medians: rows.map((row) => row['median_seconds_from_previous']),
  };
}

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

test('a site without data: zeros, and rates over nothing', async () => {
  const empty = { entered: 0, rate_of_first: null, rate_of_previous: null, dropped: 0 };
  expect(await service.data('/funnel', { site_id: 'nobody', step: ['page:/a', 'page:/b'] })).toEqual([
    { step: 'page:/a', ...empty, median_seconds_from_previous: null },
    { step: 'page:/b', ...empty, median_seconds_from_previous: null },
  ]);
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
  expect(await numbers(site_id, asked)).toMatchObject({
    entered: asked.map((_, index) => Number(index < reached)),
  });
});

test('within counts from the first step, inclusive', async () => {
  const site_id = 'edge';
  const ids = { site_id, ...visit(hoursAgo(3)) };
  await service.insert([
    ping(hoursAgo(3), ids, { page_path: '/a' }),
    ping(hoursAgo(2), ids, { page_path: '/b' }),
    ping(hoursAgo(1) + 1, ids, { page_path: '/c' }),
  ]);
  for (const [within, by, entered] of [
    ['2h', 'visitor', [1, 1, 0]],
    ['1h', 'visitor', [1, 1, 0]],
    ['59m', 'visitor', [1, 0, 0]],
    ['121m', 'visitor', [1, 1, 1]],
    ['30m', 'visitor', [1, 0, 0]],
    ['90d', 'visitor', [1, 1, 1]],
    ['129600m', 'visitor', [1, 1, 1]],
    ['30m', 'session', [1, 1, 1]],
  ] as const)
    expect(await numbers(site_id, ['page:/a', 'page:/b', 'page:/c'], { within, by })).toMatchObject({
      entered,
    });
});

test('the way counts that gets furthest, from the earliest first step that does', async () => {
  await walk('ways', [100, '/a'], [95, '/b'], [60, '/a'], [50, '/a'], [45, '/b'], [40, '/b'], [31, '/c']);
  expect(await numbers('ways', ['page:/a', 'page:/b', 'page:/c'], { within: '30m' })).toEqual({
    entered: [1, 1, 1],
    medians: [null, 900, 840],
  });
});

test('the first step lies in the period, the others may follow it', async () => {
  const site_id = 'over-midnight';
  const midnight = Date.parse('2026-11-18T00:00:00.000Z');
  const ids = { site_id, ...visit(midnight - 60_000) };
  await service.insert([
    ping(midnight - 60_000, ids, { page_path: '/a' }),
    ping(midnight, ids, { page_path: '/a' }),
    ping(midnight + 1000, ids, { page_path: '/b' }),
  ]);
  const on = (date: string, ...step: string[]) => numbers(site_id, step, { start: date, end: date });
  expect(await on('2026-11-17', 'page:/a', 'page:/b')).toEqual({ entered: [1, 1], medians: [null, 61] });
  expect(await on('2026-11-18', 'page:/a', 'page:/b')).toEqual({ entered: [1, 1], medians: [null, 1] });
  // The second /a is after the period: it serves as second step alone.
  expect(await on('2026-11-17', 'page:/a', 'page:/a')).toMatchObject({ entered: [1, 1] });
  expect(await on('2026-11-17', 'page:/b', 'page:/a')).toMatchObject({ entered: [0, 0] });
});

describe('a visitor may do the steps in several sessions; an event without a visitor belongs to nobody', () => {
  const site_id = 'sessions';

  beforeAll(async () => {
    const visitor = uuid7(hoursAgo(50));
    const [first, second] = [visit(hoursAgo(50), visitor), visit(hoursAgo(5), visitor)];
    const ofNobody = { site_id, ...none };
    await service.insert([
      ping(hoursAgo(50), { site_id, ...first }, { page_path: '/a', source: 'Google' }),
      ping(hoursAgo(5), { site_id, ...second }, { page_path: '/b', source: 'Bing' }),
      ping(hoursAgo(2), ofNobody, { visitor_id: visitor, event: 'Called' }),
      ping(hoursAgo(1), ofNobody, { session_id: second.session_id, event: 'Paid' }),
      ping(hoursAgo(1), ofNobody, { event: 'Paid' }),
    ]);
  });

  const all = ['page:/a', 'page:/b', 'event:Called', 'event:Paid'];
  test.each([
    [all, {}, [1, 1, 1, 1]],
    [['event:Called', 'event:Paid'], {}, [1, 1]],
    [all, { by: 'session' }, [1, 0, 0, 0]],
    [['page:/b', 'event:Paid'], { by: 'session' }, [1, 1]],
    // Filters select sessions, also by their pages and events: an event without a session is in none of them.
    [all, { filter: 'source:Bing' }, [0, 0, 0, 0]],
    [all, { filter: 'source!:Bing' }, [1, 0, 0, 0]],
    [all, { filter: 'page:/a|/b' }, [1, 1, 0, 0]],
    [all, { filter: 'event!:x' }, [1, 1, 0, 0]],
    [['page:/b', 'event:Paid'], { filter: 'source:Bing' }, [1, 1]],
  ])('%j, asked for with %j, have %j', async (steps, parameters, entered) => {
    expect(await numbers(site_id, steps, parameters)).toMatchObject({ entered });
  });
});
