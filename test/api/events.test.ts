import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, iso, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const nobody = emptyRow.visitor_id;
/** An event as a server sends it: without ids, page and address. */
const event = (pinged_at: number, event: string, more: Partial<PingRow> = {}) => ({
  pinged_at,
  event,
  visitor_id: nobody,
  session_id: nobody,
  pageview_id: nobody,
  page_path: '',
  ...more,
});
const eur = (amount: string) => ({ amount, currency: 'EUR' });

const [anna, ben] = [visit(minutesAgo(60)), visit(minutesAgo(50))];
/** The session of this one has no pageview. */
const stranger = visit(minutesAgo(40));
/** A session of four days ago, which a refund names today. */
const dora = visit(hoursAgo(96));

beforeAll(async () => {
  const signup = { page_path: '/signup' };
  const usd = { amount: '12345678901234.5', currency: 'USD' };
  await service.insert([
    ping(minutesAgo(60), anna, { page_path: '/', source: 'Google' }),
    ping(minutesAgo(50), ben, { page_path: '/b', source: 'Bing' }),
    ping(hoursAgo(96), dora, { page_path: '/', source: 'Ecosia' }),
    event(minutesAgo(58), 'Signup', { ...anna, ...signup, props: { plan: 'pro', seats: '5' } }),
    event(minutesAgo(48), 'Signup', { ...ben, ...signup, props: { plan: 'free' } }),
    // The session brings its visitor. The same id later, and with other content, is the same event.
    event(minutesAgo(55), 'Purchase', { session_id: anna.session_id, event_id: 'order-1', ...eur('9.90') }),
    event(minutesAgo(54), 'Purchase', { event_id: 'order-1', ...eur('99.90') }),
    event(minutesAgo(30), 'Purchase', { session_id: stranger.session_id, ...eur('-0.0001') }),
    event(minutesAgo(29), 'Purchase', { visitor_id: ben.visitor_id, ...usd }),
    event(minutesAgo(28), 'Refund', { session_id: dora.session_id, ...eur('-5') }),
  ]);
});

type Asked = Record<string, string | string[]>;
const data = (path: string, parameters: Asked = {}) => service.data(path, { period: '2h', ...parameters });
const rows = (path: string, parameters: Asked = {}) => service.rows(path, { period: '2h', ...parameters });

test('/events lists events with visitors, sessions, conversion and exact revenue by currency', async () => {
  const { status, body } = await service.report('/events', { period: '2h' });
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: { ...listMeta, start: iso(hoursAgo(2)), total: 3 },
    data: [
      {
        event: 'Purchase',
        events: 3,
        unique_visitors: 2,
        sessions: 1,
        conversion_rate: 100,
        revenue: [
          { currency: 'EUR', amount: '9.8999' },
          { currency: 'USD', amount: '12345678901234.5' },
        ],
      },
      { event: 'Signup', events: 2, unique_visitors: 2, sessions: 2, conversion_rate: 100, revenue: [] },
      {
        event: 'Refund',
        events: 1,
        unique_visitors: 1,
        sessions: 1,
        conversion_rate: 50,
        revenue: [{ currency: 'EUR', amount: '-5' }],
      },
    ],
  });
});

test.each([
  // Of events themselves.
  ['event:Signup', { Signup: 2 }],
  ['event!:Signup|Refund', { Purchase: 3 }],
  ['event~sign', { Signup: 2 }],
  ['prop.plan:pro', { Signup: 1 }],
  ['prop.plan!:pro', { Signup: 1, Purchase: 3, Refund: 1 }],
  ['prop.plan:', { Purchase: 3, Refund: 1 }],
  ['page:/signup', { Signup: 2 }],
  ['page:', { Purchase: 3, Refund: 1 }],
  // Of their sessions. Events without a session have unknown dimensions.
  ['source:Google', { Signup: 1, Purchase: 1 }],
  ['source!:Google', { Signup: 1, Purchase: 2, Refund: 1 }],
  ['source:', { Purchase: 2 }],
  ['source:Ecosia', { Refund: 1 }],
  ['exit_page:/', { Signup: 1, Purchase: 1, Refund: 1 }],
  ['exit_page!:/', { Signup: 1, Purchase: 2 }],
  ['visitor_type:new', { Signup: 2, Purchase: 1, Refund: 1 }],
  ['visitor_type!:new', { Purchase: 2 }],
  // The session of the refund has no pageview in the period.
  ['referrer:', { Signup: 2, Purchase: 1 }],
])('%s selects events', async (filter, expected) => {
  const found = await rows('/events', { filter });
  expect(Object.fromEntries(found.map(({ event, events }) => [event, events]))).toEqual(expected);
});

test.each([
  ['prop.plan:pro', 50],
  ['source:Google', 100],
  ['source:Ecosia', null],
])('with %s the first rate is %s: filters on sessions narrow the visitors it is of', async (filter, rate) => {
  const [first] = await rows('/events', { filter });
  expect(first?.['conversion_rate']).toBe(rate);
});

test.each([
  [['event:Signup'], ['Bing', 'Google']],
  [['event:Signup', 'event:Purchase'], ['Google']],
  [['event:Signup|Purchase', 'prop.plan:free'], ['Bing']],
  // One event must meet both.
  [['event:Purchase', 'prop.plan:pro'], []],
  [['event!:Purchase'], ['Bing']],
  [['prop.plan!:pro'], ['Bing']],
  [['event:Signup', 'prop.plan!:pro'], ['Bing']],
  [['event!:Signup'], []],
  // The session is not of the period, its event is.
  [['event:Refund'], []],
])('elsewhere %j selects sessions by their events', async (filter, sources) => {
  const found = await rows('/sources', { filter });
  expect(found.map(({ source }) => source)).toEqual(sources);
  const count = sources.length;
  expect(await data('/overview', { filter })).toMatchObject({ sessions: count, pageviews: count });
});

test('an event selects the session of four days ago, and its pageviews, in a period with both', async () => {
  const asked = { filter: 'event:Refund', period: '7d' };
  expect(await data('/sources', asked)).toMatchObject([{ source: 'Ecosia' }]);
  expect(await data('/pages', asked)).toMatchObject([{ page_path: '/', views: 1 }]);
});

test('/events/{event}/properties lists properties, and the values of one', async () => {
  expect(await data('/events/Signup/properties')).toEqual([
    { property: 'plan', events: 2 },
    { property: 'seats', events: 1 },
  ]);
  expect(await data('/events/%20Signup/properties', { property: 'plan' })).toEqual([
    { value: 'free', events: 1, unique_visitors: 1, revenue: [] },
    { value: 'pro', events: 1, unique_visitors: 1, revenue: [] },
  ]);
  expect(await data('/events/Purchase/properties', { property: 'plan' })).toEqual([]);
});

test('values have their revenue', async () => {
  const own = { site_id: 'values', props: { plan: 'a/b' } };
  await service.insert(
    ['1.10', '2.20'].map((amount) => event(minutesAgo(5), 'Buy: now', { ...own, ...eur(amount) })),
  );
  const parameters = { site_id: 'values', property: 'plan' };
  expect(await data(`/events/${encodeURIComponent('Buy: now')}/properties`, parameters)).toEqual([
    { value: 'a/b', events: 2, unique_visitors: 0, revenue: [{ currency: 'EUR', amount: '3.3' }] },
  ]);
});

test('/events-over-time has every bucket, of all events or of one', async () => {
  const hours = (events: number, unique_visitors: number) => [
    { bucket: '2026-11-21T08:00:00+00:00', events: 0, unique_visitors: 0 },
    { bucket: '2026-11-21T09:00:00+00:00', events, unique_visitors },
    { bucket: '2026-11-21T10:00:00+00:00', events: 0, unique_visitors: 0 },
  ];
  expect(await data('/events-over-time')).toEqual(hours(6, 3));
  expect(await data('/events-over-time', { event: 'Signup' })).toEqual(hours(2, 2));
});

test('/export/events has a row for each event, and guards names and ids but not amounts', async () => {
  const site_id = 'file';
  const odd = { site_id, event_id: '@x', props: { 'a.b': '"/' }, ...eur('-9.90') };
  await service.insert([
    event(minutesAgo(3), '=1+1', odd),
    event(minutesAgo(2), 'Plain', { site_id, ...visit(minutesAgo(2)), page_path: '/a' }),
  ]);
  const file = async (more: object) => (await service.download('events', { site_id, ...more })).text;
  const text = await file({});
  const [, , plain] = text.split('\n');
  expect(text).toBe(
    [
      '"event","event_id","occurred_at","page_path","session_id","visitor_id","props","amount","currency"',
      `"'=1+1","'@x","2026-11-21T10:12:00.000Z","","","","{""a.b"":""\\""/""}",-9.9,"EUR"`,
      plain,
      '',
    ].join('\n'),
  );
  // Its session has no pageview, its visitor is as sent.
  expect(plain).toMatch(/^"Plain","","2026-11-21T10:13:00.000Z","\/a","","[0-9a-f-]{36}","\{\}",,""$/);
  expect(await file({ raw: '1' })).toContain('"=1+1","@x"');
  expect(await file({ format: 'jsonl' })).toContain('{"event":"=1+1","event_id":"@x"');
});

test('an event changes no other report; it is the last ping of its site, and is accounted for', async () => {
  const site_id = 'quiet';
  const only = { site_id, ...visit(minutesAgo(2)) };
  await service.insert([ping(minutesAgo(20), only, { page_path: '/' })]);
  const reports = ['/overview', '/pages', '/sources', '/realtime', '/pages/%2F/engagement'];
  const paths = [...reports, '/export/pageviews'];
  const answers = () =>
    Promise.all(paths.map(async (path) => (await service.report(path, { site_id })).body));
  const before = await answers();
  await service.insert([
    event(minutesAgo(1), 'Signup', { ...only, page_path: '/', page_title: 'A new title' }),
    event(minutesAgo(1), 'Signup', { site_id, ...visit(minutesAgo(1)), page_path: '/other' }),
  ]);
  expect(await answers()).toEqual(before);
  expect(await data(`/sites/${service.nameOf(site_id)}`, { period: '7d' })).toMatchObject({
    pageviews: 1,
    last_ping_at: iso(minutesAgo(1)),
  });
  expect(await data('/pings', { site_id })).toMatchObject({ received: 3, stored: 3 });
});

test('an id that arrives again earlier moves its event, and views that come later bring its session', async () => {
  const site_id = 'late';
  const late = visit(hoursAgo(60));
  const order = (at: number, amount: string) =>
    event(at, 'Order', { site_id, event_id: 'a', session_id: late.session_id, ...eur(amount) });
  const events = () => data('/events', { site_id, period: '7d' });
  await service.insert([order(minutesAgo(9), '7')]);
  expect(await events()).toMatchObject([
    { events: 1, sessions: 0, unique_visitors: 0, conversion_rate: null },
  ]);
  await service.insert([seen(hoursAgo(60), { ...late, site_id, page_path: '/' }), order(hoursAgo(59), '8')]);
  expect(await events()).toEqual([
    {
      event: 'Order',
      events: 1,
      unique_visitors: 1,
      sessions: 1,
      conversion_rate: 100,
      revenue: [{ currency: 'EUR', amount: '8' }],
    },
  ]);
  expect(await data('/events', { site_id, period: '1h' })).toEqual([]);
});

test('a property may have any name that ingest takes, and any value', async () => {
  const site_id = 'names';
  const props = JSON.parse('{"__proto__":"a|b","a.b-c_D":"it\'s \\\\ 日本"}');
  await service.insert([event(minutesAgo(4), 'Odd', { site_id, props, visitor_id: uuid7(minutesAgo(4)) })]);
  for (const filter of ['prop.__proto__:a\\|b', "prop.a.b-c_D~IT'S \\\\ 日", 'prop.none:'])
    expect(await data('/events', { site_id, filter })).toMatchObject([{ event: 'Odd', events: 1 }]);
});
