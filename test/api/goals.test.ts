import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const [anna, ben] = [visit(minutesAgo(60)), visit(minutesAgo(50))];
/** A visit that began before the period of two hours. */
const cleo = visit(minutesAgo(130));
const nobody = {
  visitor_id: emptyRow.visitor_id,
  session_id: emptyRow.session_id,
  pageview_id: emptyRow.pageview_id,
};

beforeAll(async () => {
  const place = { medium: 'organic', country: 'NL' };
  const google = { ...place, source: 'Google', region: 'Utrecht', browser: 'Firefox', page_path: '/' };
  const bing = { ...place, source: 'Bing', region: 'Zeeland', browser: 'Safari', page_path: '/' };
  const eur = (amount: string) => ({ event: 'Purchase', amount, currency: 'EUR' });
  const signup = (page_path: string, plan: string) => ({ event: 'Signup', page_path, props: { plan } });
  await service.insert([
    ping(minutesAgo(60), anna, google),
    ping(minutesAgo(57), anna, { page_path: '/pricing' }),
    ping(minutesAgo(50), ben, bing),
    ping(minutesAgo(40), ben, { page_path: '/thanks' }),
    ping(minutesAgo(130), cleo, google),
    ping(minutesAgo(30), cleo, { page_path: '/thanks' }),
    ping(minutesAgo(125), cleo, { event: 'Signup' }),
    ping(minutesAgo(58), anna, signup('/', 'pro')),
    ping(minutesAgo(56), anna, signup('/pricing', 'free')),
    ping(minutesAgo(29), cleo, signup('/thanks', 'team')),
    ping(minutesAgo(55), { ...nobody, session_id: anna.session_id }, { ...eur('9.90'), event_id: 'order-1' }),
    // The same order again, later and with another amount: it does not count.
    ping(minutesAgo(54), nobody, { ...eur('99'), event_id: 'order-1' }),
    ping(minutesAgo(28), nobody, eur('-0.05')),
    ping(minutesAgo(27), cleo, { event: 'Purchase', amount: '12345678901234.5', currency: 'USD' }),
  ]);
});

/** The data of a report over two hours, in which Anna and Ben came. */
const dataOf = (path: string, parameters: Record<string, string | string[]>) =>
  service.data(path, { period: '2h', ...parameters });

/** A goal of a row; the revenue as texts. */
const goal = (
  text: string,
  conversions: number,
  converting_visitors: number,
  conversion_rate: number | null,
  ...sums: string[]
) => ({
  goal: text,
  conversions,
  converting_visitors,
  conversion_rate,
  revenue: sums.map((sum) => ({ currency: sum.slice(0, 3), amount: sum.slice(4) })),
});

const all = ['event:Signup', 'event:Purchase', 'page:/thanks'];
const [eur, usd] = ['EUR 9.9', 'USD 12345678901234.5'];

describe('each report', () => {
  test('/overview counts all conversions, those without a session too', async () => {
    expect(await dataOf('/overview', { goal: all })).toMatchObject({
      unique_visitors: 3,
      goals: [
        goal('event:Signup', 3, 2, 66.67),
        goal('event:Purchase', 3, 2, 66.67, 'EUR 9.85', usd),
        goal('page:/thanks', 2, 2, 66.67),
      ],
    });
  });

  test('/sources counts them for the source of the session, whenever that began', async () => {
    const ofBing = [
      goal('event:Signup', 0, 0, 0),
      goal('event:Purchase', 0, 0, 0),
      goal('page:/thanks', 1, 1, 100),
    ];
    // Anna and Cleo convert, and only Anna came in the period.
    const ofGoogle = [
      goal('event:Signup', 3, 2, 200),
      goal('event:Purchase', 2, 2, 200, eur, usd),
      goal('page:/thanks', 1, 1, 100),
    ];
    expect(await dataOf('/sources', { goal: all })).toMatchObject([
      { source: 'Bing', visits: 1, goals: ofBing },
      { source: 'Google', visits: 1, unique_visitors: 1, goals: ofGoogle },
    ]);
  });

  test('/breakdown counts them for the property of the session', async () => {
    expect(await dataOf('/breakdown', { dimension: 'region', goal: 'event:Signup' })).toMatchObject([
      { value: 'Utrecht', visits: 1, goals: [goal('event:Signup', 3, 2, 200)] },
      { value: 'Zeeland', visits: 1, goals: [goal('event:Signup', 0, 0, 0)] },
    ]);
  });

  test('/pages counts them for each page that the session had viewed by then', async () => {
    const counts = {
      '/': [
        goal('event:Signup', 3, 2, 100),
        goal('event:Purchase', 2, 2, 100, eur, usd),
        goal('page:/thanks', 2, 2, 100),
      ],
      '/thanks': [
        goal('event:Signup', 1, 1, 50),
        goal('event:Purchase', 1, 1, 50, usd),
        goal('page:/thanks', 2, 2, 100),
      ],
      '/pricing': [
        goal('event:Signup', 1, 1, 100),
        goal('event:Purchase', 1, 1, 100, eur),
        goal('page:/thanks', 0, 0, 0),
      ],
    };
    const rows = Object.entries(counts).map(([page_path, goals]) => ({ page_path, goals }));
    expect(await dataOf('/pages', { goal: all })).toMatchObject(rows);
  });

  test('/geo and /devices count them in each of their lists', async () => {
    const utrecht = { country: 'NL', region: 'Utrecht', visits: 1 };
    const zeeland = { country: 'NL', region: 'Zeeland', visits: 1 };
    const [many, none] = [[goal('event:Signup', 3, 2, 200)], [goal('event:Signup', 0, 0, 0)]];
    expect(await dataOf('/geo', { goal: 'event:Signup' })).toEqual({
      countries: [{ country: 'NL', visits: 2, goals: [goal('event:Signup', 3, 2, 100)] }],
      regions: [
        { ...utrecht, goals: many },
        { ...zeeland, goals: none },
      ],
      cities: [
        { ...utrecht, city: '', goals: many },
        { ...zeeland, city: '', goals: none },
      ],
    });
    const [one, two] = [[goal('page:/thanks', 1, 1, 100)], [goal('page:/thanks', 2, 2, 100)]];
    expect(await dataOf('/devices', { goal: 'page:/thanks' })).toEqual({
      browsers: [
        { browser: 'Firefox', visits: 1, percentage: 50, goals: one },
        { browser: 'Safari', visits: 1, percentage: 50, goals: one },
      ],
      operating_systems: [{ os: '', visits: 2, percentage: 100, goals: two }],
      device_types: [{ device_type: '', visits: 2, percentage: 100, goals: two }],
    });
  });

  test('/pageviews-over-time counts them in the bucket of their own time', async () => {
    const parameters = { granularity: 'hour', timezone: 'Asia/Kathmandu', goal: 'event:Purchase' };
    const purchases = [goal('event:Purchase', 3, 2, 66.67, 'EUR 9.85', usd)];
    expect(await dataOf('/pageviews-over-time', parameters)).toMatchObject([
      { bucket: '2026-11-21T14:00:00+05:45', goals: [goal('event:Purchase', 0, 0, null)] },
      // Anna's order at 15:05, Cleo's and the refund from 15:32 on.
      { bucket: '2026-11-21T15:00:00+05:45', unique_visitors: 3, goals: purchases },
    ]);
  });
});

test('goals come in the order asked, each as sent', async () => {
  const asked = ['page:/thanks', 'event:Signup;prop.plan:pro|team', 'page:/thanks', 'event:Nothing'];
  expect(await dataOf('/overview', { goal: asked })).toMatchObject({
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
  ['event:Purchase', 2, 'source:Google'],
  // The refund belongs to no session, so its source is empty.
  ['event:Purchase', 1, 'source!:Google'],
  ['event:Purchase', 1, 'source:'],
  ['page:/', 1, 'page:/pricing'],
  ['event:Purchase', 1, 'event!:Signup'],
  ['page:/thanks', 2, 'entry_page:/'],
])('%s has %i conversions, filtered by %s', async (text, conversions, filter: string | string[] = []) => {
  expect(await dataOf('/overview', { goal: text, filter })).toMatchObject({
    goals: [{ goal: text, conversions }],
  });
});

test('on pages, a filter on the page selects rows and leaves their conversions', async () => {
  const goals = [goal('event:Signup', 0, 0, 0)];
  expect(await dataOf('/pages', { filter: 'page:/thanks', goal: 'event:Signup' })).toMatchObject([
    { page_path: '/thanks', goals: [goal('event:Signup', 1, 1, 50)] },
  ]);
  expect(await dataOf('/pages', { filter: 'source:Bing', goal: 'event:Signup' })).toMatchObject([
    { page_path: '/', views: 1, goals },
    { page_path: '/thanks', views: 1, goals },
  ]);
});

test('a refund weeks later belongs to the session of the order', async () => {
  const site_id = 'refunds';
  const shop = { site_id, source: 'Google', page_path: '/shop' };
  const dora = visit(hoursAgo(24 * 40));
  await service.insert([
    ping(hoursAgo(24 * 40), dora, shop),
    seen(hoursAgo(2), shop),
    ping(hoursAgo(1), dora, { site_id, event: 'Refund', amount: '-5', currency: 'EUR' }),
  ]);
  const goals = [goal('event:Refund', 1, 1, 100, 'EUR -5')];
  const asked = { site_id, goal: 'event:Refund' };
  expect(await dataOf('/sources', asked)).toMatchObject([{ source: 'Google', visits: 1, goals }]);
  expect(await dataOf('/pages', asked)).toMatchObject([{ page_path: '/shop', views: 1, goals }]);
});

test('hostile names of rows, pages and events', async () => {
  const site_id = 'hostile';
  const event = `a;b|c\\'"{goal_0:String} 😀 ${'x'.repeat(90)}`;
  const long = (index: number) => `/${'ß😀'.repeat(660)}${index}`;
  const pings = Array.from({ length: 100 }, (_, index) => {
    const names = { page_path: long(index), source: `\\N'${'語'.repeat(400)}${index}` };
    const own = { site_id, ...visit(minutesAgo(20)), ...names };
    const converted = { pageview_id: emptyRow.pageview_id, event, props: { 'a.b': `'|;\\` } };
    return [ping(minutesAgo(20), own), ping(minutesAgo(19), own, converted)];
  });
  await service.insert(pings.flat());
  const text = `event:${event.replace(/[\\;|]/g, '\\$&')};prop.a.b:'\\|\\;\\\\`;
  const each = Array(100).fill(expect.objectContaining({ goals: [goal(text, 1, 1, 100)] }));
  expect(await dataOf('/pages', { site_id, goal: text, limit: '100' })).toEqual(each);
  expect(await dataOf('/sources', { site_id, goal: text, limit: '100' })).toEqual(each);
  expect(await dataOf('/overview', { site_id, goal: `page:${long(7)}` })).toMatchObject({
    goals: [{ conversions: 1 }],
  });
});
