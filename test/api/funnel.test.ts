import { emptyRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const none = {
  visitor_id: emptyRow.visitor_id,
  session_id: emptyRow.session_id,
  pageview_id: emptyRow.pageview_id,
};

type Body = { data: Record<string, unknown>[]; meta: unknown };

async function funnel(site_id: string, step: string[], parameters: Record<string, string | string[]> = {}) {
  const { status, body } = await service.report('/funnel', { site_id, step, ...parameters });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Body;
}

/** How many entered each step, and the medians. */
async function numbers(site_id: string, step: string[], parameters: Record<string, string | string[]> = {}) {
  const { data } = await funnel(site_id, step, parameters);
  return {
    entered: data.map(({ entered }) => entered),
    medians: data.map(({ median_seconds_from_previous: median }) => median),
  };
}

test('three steps: counts, rates, drop-offs and medians', async () => {
  const site_id = 'shop';
  const walks = [[90, 60, 30], [90, 80], [90, 70], [90]];
  await service.insert(
    walks.flatMap(([first = 0, second, third]) => {
      const ids = { site_id, ...visit(minutesAgo(first)) };
      const rows = [{ ...ids, pinged_at: minutesAgo(first), page_path: '/pricing' }];
      return [
        ...rows,
        ...(second ? [{ ...ids, pinged_at: minutesAgo(second), event: 'Signup' }] : []),
        ...(third
          ? [{ ...ids, pinged_at: minutesAgo(third), event: 'Purchase', props: { plan: 'pro' } }]
          : []),
      ];
    }),
  );
  expect(
    await funnel(site_id, ['page:/pricing', 'event:Signup', 'event:Purchase;prop.plan:pro|team']),
  ).toEqual({
    meta: {
      site_id,
      sites: [site_id],
      start: '2026-11-14T10:15:00.000Z',
      end: '2026-11-21T10:15:00.000Z',
      timezone: 'UTC',
      filters: [],
      by: 'visitor',
      within_seconds: 604_800,
    },
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
  const { meta, data } = await funnel(site_id, ['page:/pricing', 'event:Purchase'], { by: 'session' });
  expect(meta).toMatchObject({ by: 'session', within_seconds: null });
  expect(data).toMatchObject([{ entered: 4 }, { entered: 1, median_seconds_from_previous: 3600 }]);
});

test('a site without data: zeros, and rates over nothing', async () => {
  const { data } = await funnel('nobody', ['page:/a', 'page:/b']);
  const empty = { entered: 0, rate_of_first: null, rate_of_previous: null, dropped: 0 };
  expect(data).toEqual([
    { step: 'page:/a', ...empty, median_seconds_from_previous: null },
    { step: 'page:/b', ...empty, median_seconds_from_previous: null },
  ]);
});

/** Stores pageviews of one visitor, in one session: minutes ago and path. */
async function walk(site_id: string, ...views: [number, string][]) {
  const ids = { site_id, ...visit(minutesAgo(views[0]?.[0] ?? 0)) };
  await service.insert(
    views.map(([minutes, page_path]) => ({ ...ids, pinged_at: minutesAgo(minutes), page_path })),
  );
}

test('a step that is repeated needs several rows', async () => {
  await walk('twice', [9, '/a'], [8, '/b'], [7, '/a']);
  expect(await numbers('twice', ['page:/a', 'page:/a'])).toEqual({ entered: [1, 1], medians: [null, 120] });
  expect(await numbers('twice', ['page:/a', 'page:/a', 'page:/a'])).toEqual({
    entered: [1, 1, 0],
    medians: [null, 120, null],
  });
});

test('one row serves one step, also where it matches several', async () => {
  await walk('once', [9, '/a/b']);
  expect(await numbers('once', ['page~/a', 'page~/b'])).toMatchObject({ entered: [1, 0] });
  await walk('once', [8, '/a/b'], [8, '/a']);
  // Both are of one moment: the one that matches both steps serves the second.
  expect(await numbers('once', ['page~/a', 'page~/b'])).toMatchObject({ entered: [2, 1] });
});

test.each([
  // Each row of the moment, and how many of the steps a, b, c ... they reach.
  { pages: ['/c', '/b', '/a'], steps: 'abc', reached: 3 },
  { pages: ['/ab', '/ab'], steps: 'abc', reached: 2 },
  { pages: ['/ac', '/b'], steps: 'abc', reached: 2 },
  { pages: ['/abc', '/bc', '/c'], steps: 'abc', reached: 3 },
  { pages: ['/abc', '/abc', '/d'], steps: 'abcd', reached: 2 },
  { pages: ['/ad', '/ab', '/bc', '/cd'], steps: 'abcd', reached: 4 },
  { pages: ['/abcdefghij'], steps: 'abcdefghij', reached: 1 },
  { pages: Array<string>(10).fill('/abcdefghij'), steps: 'abcdefghij', reached: 10 },
  { pages: Array<string>(12).fill('/a'), steps: 'aaaaaaaaaa', reached: 10 },
  { pages: ['/b', '/c'], steps: 'abc', reached: 0 },
])('at one moment $pages reach $reached of $steps', async ({ pages, steps, reached }) => {
  const site_id = `moment-${pages
    .map((page) => page.slice(1))
    .join('-')
    .slice(0, 50)}`;
  await walk(site_id, ...pages.map((page): [number, string] => [30, page]));
  const asked = [...steps].map((step) => `page~${step}`);
  expect(await numbers(site_id, asked)).toMatchObject({
    entered: asked.map((_, index) => Number(index < reached)),
  });
});

test('rows of one moment continue a walk from whichever step it had reached', async () => {
  // From step 1 the two reach step 3; from the start they reach step 2.
  await walk('later', [30, '/x'], [20, '/ac'], [20, '/b']);
  expect(await numbers('later', ['page:/x', 'page~b', 'page~c'])).toEqual({
    entered: [1, 1, 1],
    medians: [null, 600, 0],
  });
});

test('within counts from the first step, inclusive', async () => {
  const site_id = 'edge';
  const ids = { site_id, ...visit(hoursAgo(3)) };
  await service.insert([
    { ...ids, pinged_at: hoursAgo(3), page_path: '/a' },
    { ...ids, pinged_at: hoursAgo(2), page_path: '/b' },
    { ...ids, pinged_at: hoursAgo(1) + 1, page_path: '/c' },
  ]);
  const steps = ['page:/a', 'page:/b', 'page:/c'];
  expect(await numbers(site_id, steps, { within: '2h' })).toMatchObject({ entered: [1, 1, 0] });
  expect(await numbers(site_id, steps, { within: '1h' })).toMatchObject({ entered: [1, 1, 0] });
  expect(await numbers(site_id, steps, { within: '59m' })).toMatchObject({ entered: [1, 0, 0] });
  expect(await numbers(site_id, steps, { within: '121m' })).toMatchObject({ entered: [1, 1, 1] });
  expect(await numbers(site_id, steps, { within: '30m', by: 'session' })).toMatchObject({
    entered: [1, 1, 1],
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
    { ...ids, pinged_at: midnight - 60_000, page_path: '/a' },
    { ...ids, pinged_at: midnight, page_path: '/a' },
    { ...ids, pinged_at: midnight + 1000, page_path: '/b' },
  ]);
  const day = (date: string) => ({ start: date, end: date });
  expect(await numbers(site_id, ['page:/a', 'page:/b'], day('2026-11-17'))).toEqual({
    entered: [1, 1],
    medians: [null, 61],
  });
  expect(await numbers(site_id, ['page:/a', 'page:/b'], day('2026-11-18'))).toMatchObject({
    medians: [null, 1],
  });
  // The second /a is after the period: it serves as second step alone.
  expect(await numbers(site_id, ['page:/a', 'page:/a'], day('2026-11-17'))).toMatchObject({
    entered: [1, 1],
  });
  expect(await numbers(site_id, ['page:/b', 'page:/a'], day('2026-11-17'))).toMatchObject({
    entered: [0, 0],
  });
});

test('a visitor may do the steps in several sessions; an event without a visitor belongs to nobody', async () => {
  const site_id = 'sessions';
  const visitor = uuid7(hoursAgo(50));
  const [first, second] = [visit(hoursAgo(50), visitor), visit(hoursAgo(5), visitor)];
  await service.insert([
    { site_id, ...first, pinged_at: hoursAgo(50), page_path: '/a', source: 'Google' },
    { site_id, ...second, pinged_at: hoursAgo(5), page_path: '/b', source: 'Bing' },
    { site_id, ...none, visitor_id: visitor, pinged_at: hoursAgo(2), event: 'Called' },
    { site_id, ...none, session_id: second.session_id, pinged_at: hoursAgo(1), event: 'Paid' },
    { site_id, ...none, pinged_at: hoursAgo(1), event: 'Paid' },
  ]);
  const steps = ['page:/a', 'page:/b', 'event:Called', 'event:Paid'];
  expect(await numbers(site_id, steps)).toMatchObject({ entered: [1, 1, 1, 1] });
  expect(await numbers(site_id, ['event:Called', 'event:Paid'])).toMatchObject({ entered: [1, 1] });
  expect(await numbers(site_id, steps, { by: 'session' })).toMatchObject({ entered: [1, 0, 0, 0] });
  expect(await numbers(site_id, ['page:/b', 'event:Paid'], { by: 'session' })).toMatchObject({
    entered: [1, 1],
  });
  // Filters select sessions, also by their pages and events: an event without a session is in none of them.
  for (const [filter, entered] of [
    ['source:Bing', [0, 0, 0, 0]],
    ['source!:Bing', [1, 0, 0, 0]],
    ['page:/a|/b', [1, 1, 0, 0]],
    ['event!:x', [1, 1, 0, 0]],
  ] as const) {
    expect({ filter, ...(await numbers(site_id, steps, { filter })) }).toMatchObject({ filter, entered });
  }
  expect(await numbers(site_id, ['page:/b', 'event:Paid'], { filter: 'source:Bing' })).toMatchObject({
    entered: [1, 1],
  });
});

const goals = 'conditions between ";", each written like a filter';
test.each([
  [{ step: ['page:/a'] }, 'step', `step was sent 1 times; it must be sent 2 to 10 times, each ${goals}`],
  [
    { step: Array<string>(11).fill('page:/a') },
    'step',
    'step was sent 11 times; it must be sent 2 to 10 times',
  ],
  [{}, 'step', 'step was sent 0 times; it must be'],
  [
    { step: ['page:/a', 'name:Unknown'] },
    'step',
    'step: no site asked for has a goal with the name Unknown.',
  ],
  [{ step: ['page:/a', 'source:Google'] }, 'step', 'step must be sent 2 to 10 times, each'],
  [
    { step: ['page:/a', 'page:/b'], within: '0' },
    'within',
    'within must be a whole number and a unit (m, h, d), from 30m to 90d.',
  ],
  [{ step: ['page:/a', 'page:/b'], within: '29m' }, 'within', 'from 30m to 90d'],
  [{ step: ['page:/a', 'page:/b'], within: '91d' }, 'within', 'from 30m to 90d'],
  [{ step: ['page:/a', 'page:/b'], within: '1w' }, 'within', 'from 30m to 90d'],
  [{ step: ['page:/a', 'page:/b'], by: 'page' }, 'by', 'by must be one of visitor, session.'],
])('%j is refused', async (parameters, parameter, message) => {
  const { status, body } = await service.report('/funnel', parameters);
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: { code: 'invalid_parameter', message: expect.stringContaining(message), parameter } },
  });
});

test.each(['30m', '90d', '129600m'])('within %s is accepted', async (within) => {
  expect((await funnel('nobody', ['page:/a', 'event:b'], { within })).data).toHaveLength(2);
});
