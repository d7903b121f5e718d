import { emptyRow } from '@tallyhouse/ping';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { uuid7 } from '../harness/uuid7.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

const anna = visit(minutesAgo(60));
const ben = visit(minutesAgo(50));
/** A visit that began before the period of two hours. */
const cleo = visit(minutesAgo(130));
const nobody = {
  visitor_id: emptyRow.visitor_id,
  session_id: emptyRow.session_id,
  pageview_id: emptyRow.pageview_id,
};

beforeAll(async () => {
  service = await startQueryService();
  const google = {
    source: 'Google',
    medium: 'organic',
    country: 'NL',
    region: 'Utrecht',
    browser: 'Firefox',
  };
  const bing = { source: 'Bing', medium: 'organic', country: 'NL', region: 'Zeeland', browser: 'Safari' };
  await service.insert([
    { pinged_at: minutesAgo(60), ...anna, ...google, page_path: '/' },
    { pinged_at: minutesAgo(57), ...anna, page_path: '/pricing' },
    { pinged_at: minutesAgo(50), ...ben, ...bing, page_path: '/' },
    { pinged_at: minutesAgo(40), ...ben, page_path: '/thanks' },
    { pinged_at: minutesAgo(130), ...cleo, ...google, page_path: '/' },
    { pinged_at: minutesAgo(30), ...cleo, page_path: '/thanks' },
    { pinged_at: minutesAgo(125), ...cleo, event: 'Signup' },
    { pinged_at: minutesAgo(58), ...anna, event: 'Signup', page_path: '/', props: { plan: 'pro' } },
    { pinged_at: minutesAgo(56), ...anna, event: 'Signup', page_path: '/pricing', props: { plan: 'free' } },
    { pinged_at: minutesAgo(29), ...cleo, event: 'Signup', page_path: '/thanks', props: { plan: 'team' } },
    {
      ...nobody,
      pinged_at: minutesAgo(55),
      session_id: anna.session_id,
      event: 'Purchase',
      event_id: 'order-1',
      amount: '9.90',
      currency: 'EUR',
    },
    // The same order again, later and with another amount: it does not count.
    {
      ...nobody,
      pinged_at: minutesAgo(54),
      event: 'Purchase',
      event_id: 'order-1',
      amount: '99',
      currency: 'EUR',
    },
    { ...nobody, pinged_at: minutesAgo(28), event: 'Purchase', amount: '-0.05', currency: 'EUR' },
    { ...cleo, pinged_at: minutesAgo(27), event: 'Purchase', amount: '12345678901234.5', currency: 'USD' },
  ]);
});
afterAll(() => service.stop());

/** The rows of a report over two hours, in which Anna and Ben came. */
async function rowsOf(path: string, parameters: Record<string, string | string[]>) {
  const { status, body } = await service.report(path, { period: '2h', ...parameters });
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as { data: unknown }).data;
}

/** A goal of a row; the revenue as texts. */
const goal = (
  text: string,
  conversions: number,
  visitors: number,
  rate: number | null,
  ...sums: string[]
) => ({
  goal: text,
  conversions,
  converting_visitors: visitors,
  conversion_rate: rate,
  revenue: sums.map((sum) => ({ currency: sum.slice(0, 3), amount: sum.slice(4) })),
});

const all = ['event:Signup', 'event:Purchase', 'page:/thanks'];

describe('each report', () => {
  test('/overview counts all conversions, those without a session too', async () => {
    expect(await rowsOf('/overview', { goal: all })).toMatchObject({
      unique_visitors: 3,
      goals: [
        goal('event:Signup', 3, 2, 66.67),
        goal('event:Purchase', 3, 2, 66.67, 'EUR 9.85', 'USD 12345678901234.5'),
        goal('page:/thanks', 2, 2, 66.67),
      ],
    });
  });

  test('/sources counts them for the source of the session, whenever that began', async () => {
    expect(await rowsOf('/sources', { goal: all })).toMatchObject([
      {
        source: 'Bing',
        visits: 1,
        goals: [
          goal('event:Signup', 0, 0, 0),
          goal('event:Purchase', 0, 0, 0),
          goal('page:/thanks', 1, 1, 100),
        ],
      },
      {
        source: 'Google',
        visits: 1,
        unique_visitors: 1,
        // Anna and Cleo convert, and only Anna came in the period.
        goals: [
          goal('event:Signup', 3, 2, 200),
          goal('event:Purchase', 2, 2, 200, 'EUR 9.9', 'USD 12345678901234.5'),
          goal('page:/thanks', 1, 1, 100),
        ],
      },
    ]);
  });

  test('/breakdown counts them for the property of the session', async () => {
    expect(await rowsOf('/breakdown', { dimension: 'region', goal: 'event:Signup' })).toMatchObject([
      { value: 'Utrecht', visits: 1, goals: [goal('event:Signup', 3, 2, 200)] },
      { value: 'Zeeland', visits: 1, goals: [goal('event:Signup', 0, 0, 0)] },
    ]);
  });

  test('/pages counts them for each page that the session had viewed by then', async () => {
    expect(await rowsOf('/pages', { goal: all })).toMatchObject([
      {
        page_path: '/',
        views: 2,
        goals: [
          goal('event:Signup', 3, 2, 100),
          goal('event:Purchase', 2, 2, 100, 'EUR 9.9', 'USD 12345678901234.5'),
          goal('page:/thanks', 2, 2, 100),
        ],
      },
      {
        page_path: '/thanks',
        goals: [
          goal('event:Signup', 1, 1, 50),
          goal('event:Purchase', 1, 1, 50, 'USD 12345678901234.5'),
          goal('page:/thanks', 2, 2, 100),
        ],
      },
      {
        page_path: '/pricing',
        goals: [
          goal('event:Signup', 1, 1, 100),
          goal('event:Purchase', 1, 1, 100, 'EUR 9.9'),
          goal('page:/thanks', 0, 0, 0),
        ],
      },
    ]);
  });

  test('/geo and /devices count them in each of their lists', async () => {
    expect(await rowsOf('/geo', { goal: 'event:Signup' })).toEqual({
      countries: [{ country: 'NL', visits: 2, goals: [goal('event:Signup', 3, 2, 100)] }],
      regions: [
        { country: 'NL', region: 'Utrecht', visits: 1, goals: [goal('event:Signup', 3, 2, 200)] },
        { country: 'NL', region: 'Zeeland', visits: 1, goals: [goal('event:Signup', 0, 0, 0)] },
      ],
      cities: [
        { country: 'NL', region: 'Utrecht', city: '', visits: 1, goals: [goal('event:Signup', 3, 2, 200)] },
        { country: 'NL', region: 'Zeeland', city: '', visits: 1, goals: [goal('event:Signup', 0, 0, 0)] },
      ],
    });
    expect(await rowsOf('/devices', { goal: 'page:/thanks' })).toEqual({
      browsers: [
        { browser: 'Firefox', visits: 1, percentage: 50, goals: [goal('page:/thanks', 1, 1, 100)] },
        { browser: 'Safari', visits: 1, percentage: 50, goals: [goal('page:/thanks', 1, 1, 100)] },
      ],
      operating_systems: [{ os: '', visits: 2, percentage: 100, goals: [goal('page:/thanks', 2, 2, 100)] }],
      device_types: [
        { device_type: '', visits: 2, percentage: 100, goals: [goal('page:/thanks', 2, 2, 100)] },
      ],
    });
  });

  test('/pageviews-over-time counts them in the bucket of their own time', async () => {
    const parameters = { granularity: 'hour', timezone: 'Asia/Kathmandu', goal: 'event:Purchase' };
    expect(await rowsOf('/pageviews-over-time', parameters)).toMatchObject([
      { bucket: '2026-11-21T14:00:00+05:45', goals: [goal('event:Purchase', 0, 0, null)] },
      // Anna's order at 15:05, Cleo's and the refund from 15:32 on.
      {
        bucket: '2026-11-21T15:00:00+05:45',
        unique_visitors: 3,
        goals: [goal('event:Purchase', 3, 2, 66.67, 'EUR 9.85', 'USD 12345678901234.5')],
      },
    ]);
  });
});

test('goals come in the order asked, each as sent', async () => {
  const asked = ['page:/thanks', 'event:Signup;prop.plan:pro|team', 'page:/thanks', 'event:Nothing'];
  expect(await rowsOf('/overview', { goal: asked })).toMatchObject({
    goals: [
      goal('page:/thanks', 2, 2, 66.67),
      goal('event:Signup;prop.plan:pro|team', 2, 2, 66.67),
      goal('page:/thanks', 2, 2, 66.67),
      goal('event:Nothing', 0, 0, 0),
    ],
  });
});

test.each([
  ['event:Signup;page:/', 1],
  ['page:/pricing;prop.plan:free', 1],
  ['prop.plan!:', 3],
  ['event~SIGN;prop.plan!:pro', 2],
  ['event:Signup|Purchase', 6],
  ['event:Signup;event:Purchase', 0],
  ['page~THANK', 2],
  ['page!:/;page!~thank', 1],
])('%s: %i conversions', async (text, conversions) => {
  expect(await rowsOf('/overview', { goal: text })).toMatchObject({ goals: [{ goal: text, conversions }] });
});

describe('with filters', () => {
  test.each([
    ['source:Google', 'event:Purchase', 2],
    // The refund belongs to no session, so its source is empty.
    ['source!:Google', 'event:Purchase', 1],
    ['source:', 'event:Purchase', 1],
    ['page:/thanks', 'event:Purchase', 1],
    ['page:/pricing', 'event:Signup', 2],
    ['page:/pricing', 'page:/', 1],
    ['event:Signup', 'event:Purchase', 2],
    ['event!:Signup', 'event:Purchase', 1],
    ['prop.plan:pro', 'page:/pricing', 1],
    ['exit_page:/thanks', 'page:/thanks', 2],
    ['entry_page:/', 'page:/thanks', 2],
  ])('%s: of %s %i conversions', async (filter, text, conversions) => {
    expect(await rowsOf('/overview', { filter, goal: text })).toMatchObject({
      goals: [{ goal: text, conversions }],
    });
  });

  test('on pages, a filter on the page selects rows and leaves their conversions', async () => {
    expect(await rowsOf('/pages', { filter: 'page:/thanks', goal: 'event:Signup' })).toMatchObject([
      { page_path: '/thanks', goals: [goal('event:Signup', 1, 1, 50)] },
    ]);
    expect(await rowsOf('/pages', { filter: 'source:Bing', goal: 'event:Signup' })).toMatchObject([
      { page_path: '/', views: 1, goals: [goal('event:Signup', 0, 0, 0)] },
      { page_path: '/thanks', views: 1, goals: [goal('event:Signup', 0, 0, 0)] },
    ]);
  });
});

test('a refund weeks later belongs to the session of the order', async () => {
  const at = { site_id: 'refunds' };
  const dora = visit(hoursAgo(24 * 40));
  const eve = visit(hoursAgo(2));
  await service.insert([
    { ...at, ...dora, pinged_at: hoursAgo(24 * 40), source: 'Google', page_path: '/shop' },
    { ...at, ...eve, pinged_at: hoursAgo(2), source: 'Google', page_path: '/shop' },
    { ...at, ...dora, pinged_at: hoursAgo(1), event: 'Refund', amount: '-5', currency: 'EUR' },
  ]);
  const refund = { goals: [goal('event:Refund', 1, 1, 100, 'EUR -5')] };
  const asked = { ...at, goal: 'event:Refund' };
  expect(await rowsOf('/sources', asked)).toMatchObject([{ source: 'Google', visits: 1, ...refund }]);
  expect(await rowsOf('/pages', asked)).toMatchObject([{ page_path: '/shop', views: 1, ...refund }]);
});

test('hostile names of rows, pages and events', async () => {
  const at = { site_id: 'hostile' };
  const event = `a;b|c\\'"{goal_0:String} 😀 ${'x'.repeat(90)}`;
  const long = (index: number) => `/${'ß😀'.repeat(660)}${index}`;
  const pings = Array.from({ length: 100 }, (_, index) => {
    const own = {
      ...at,
      ...visit(minutesAgo(20)),
      page_path: long(index),
      source: `\\N'${'語'.repeat(400)}${index}`,
    };
    return [
      { ...own, pinged_at: minutesAgo(20) },
      {
        ...own,
        pageview_id: emptyRow.pageview_id,
        pinged_at: minutesAgo(19),
        event,
        props: { 'a.b': `'|;\\` },
      },
    ];
  });
  await service.insert(pings.flat());
  const text = `event:${event.replace(/[\\;|]/g, '\\$&')};prop.a.b:'\\|\\;\\\\`;
  const each = Array(100).fill(expect.objectContaining({ goals: [goal(text, 1, 1, 100)] }));
  expect(await rowsOf('/pages', { ...at, goal: text, limit: '100' })).toEqual(each);
  expect(await rowsOf('/sources', { ...at, goal: text, limit: '100' })).toEqual(each);
  expect(await rowsOf('/overview', { ...at, goal: `page:${long(7)}` })).toMatchObject({
    goals: [{ conversions: 1 }],
  });
});

test('settled days, days that changed since and live days give the same goals', async () => {
  const at = { site_id: 'states' };
  const [first, second] = [visit(hoursAgo(24 * 5)), visit(hoursAgo(24 * 4))];
  const day = (hours: number) => new Date(hoursAgo(hours)).toISOString().slice(0, 10);
  const tables = settledTables.filter(({ name }) => /_(sessions|pageviews|events)$/.test(name));
  const rebuild = async () => {
    for (const table of tables)
      for (const hours of [24 * 5, 24 * 4])
        await rebuildDay(service.database.client, table, day(hours), { lagMs: 0 });
  };
  const google = { ...at, source: 'Google', page_path: '/' };
  await service.insert([
    { ...google, ...first, pinged_at: hoursAgo(24 * 5) },
    { ...at, ...first, pinged_at: hoursAgo(24 * 5) + 60_000, page_path: '/thanks' },
    { ...google, ...second, pinged_at: hoursAgo(24 * 4) },
    { ...at, ...first, pinged_at: hoursAgo(24 * 5) + 61_000, event: 'Signup' },
  ]);
  const asked = { ...at, period: '7d', goal: ['event:Signup', 'page:/thanks'] };
  const paths = ['/pages', '/sources', '/devices'];
  // No settled row has the referrer of its pageview.
  const ofReferrers = { ...asked, filter: 'referrer!:https://example.org/' };
  const answers = () =>
    Promise.all([...paths.map((path) => rowsOf(path, asked)), rowsOf('/pages', ofReferrers)]);
  const live = await answers();
  expect(live[1]).toMatchObject([
    { goals: [goal('event:Signup', 1, 1, 50), goal('page:/thanks', 1, 1, 50)] },
  ]);
  await rebuild();
  expect(await answers()).toEqual(live);
  // Another page and another event of the second session, on a day that was settled.
  await service.insert([
    {
      ...at,
      ...second,
      pinged_at: hoursAgo(24 * 4) + 5000,
      page_path: '/thanks',
      pageview_id: uuid7(hoursAgo(96)),
    },
    { ...at, ...second, pinged_at: hoursAgo(24 * 4) + 6000, event: 'Signup' },
  ]);
  const changed = await answers();
  expect(changed[1]).toMatchObject([
    { goals: [goal('event:Signup', 2, 2, 100), goal('page:/thanks', 2, 2, 100)] },
  ]);
  await rebuild();
  expect(await answers()).toEqual(changed);
});

test.each([
  '',
  'Signup',
  'event:Signup;',
  'event:Signup;source:Google',
  'country:NL',
  'visitor_type:new',
  'name:',
  'prop.:x',
  'event:Signup;page',
])('goal=%s is a 400 that says what is accepted', async (text) => {
  const { status, body } = await service.report('/sources', { goal: text });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter',
        parameter: 'goal',
        message: expect.stringMatching(
          /^goal must be sent at most 5 times, .* event, prop\.<name> or page: .*name:<name> is a goal of the sites file\.$/,
        ),
      },
    },
  });
});

test('six goals are too many', async () => {
  const { status, body } = await service.report('/overview', { goal: Array(6).fill('page:/') });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter',
        parameter: 'goal',
        message: expect.stringContaining('was sent 6 times'),
      },
    },
  });
});

test.each(everyEndpoint)('$path accepts a goal and refuses a wrong one', async ({ path, parameters }) => {
  const { status } = await service.report(path, { ...parameters, goal: 'event:Signup' });
  expect(status).toBe(200);
  const wrong = await service.report(path, { ...parameters, goal: 'Signup' });
  expect(wrong).toMatchObject({ status: 400, body: { error: { parameter: 'goal' } } });
});
