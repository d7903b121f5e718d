import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

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

const anna = visit(minutesAgo(60));
const ben = visit(minutesAgo(50));
/** The session of this one has no pageview. */
const stranger = visit(minutesAgo(40));
/** A session of four days ago, which a refund names today. */
const dora = visit(hoursAgo(96));

beforeAll(async () => {
  await service.insert([
    { pinged_at: minutesAgo(60), ...anna, page_path: '/', source: 'Google' },
    { pinged_at: minutesAgo(50), ...ben, page_path: '/b', source: 'Bing' },
    { pinged_at: hoursAgo(96), ...dora, page_path: '/', source: 'Ecosia' },
    event(minutesAgo(58), 'Signup', { ...anna, page_path: '/signup', props: { plan: 'pro', seats: '5' } }),
    event(minutesAgo(48), 'Signup', { ...ben, page_path: '/signup', props: { plan: 'free' } }),
    // The session brings its visitor. The same id later, and with other content, is the same event.
    event(minutesAgo(55), 'Purchase', { session_id: anna.session_id, event_id: 'order-1', ...eur('9.90') }),
    event(minutesAgo(54), 'Purchase', { event_id: 'order-1', ...eur('99.90') }),
    event(minutesAgo(30), 'Purchase', { session_id: stranger.session_id, ...eur('-0.0001') }),
    event(minutesAgo(29), 'Purchase', {
      visitor_id: ben.visitor_id,
      amount: '12345678901234.5',
      currency: 'USD',
    }),
    event(minutesAgo(28), 'Refund', { session_id: dora.session_id, ...eur('-5') }),
  ]);
});

async function data(path: string, parameters: Record<string, string | string[]> = {}): Promise<unknown> {
  const { status, body } = await service.report(path, { period: '2h', ...parameters });
  expect([path, status]).toEqual([path, 200]);
  return (body as { data: unknown }).data;
}

test('/events lists events with visitors, sessions, conversion and exact revenue by currency', async () => {
  expect(await service.report('/events', { period: '2h' })).toMatchObject({
    status: 200,
    body: {
      meta: { limit: 20, offset: 0, total: 3 },
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
    },
  });
});

/** The number of events by name. */
async function counts(...filter: string[]) {
  const rows = (await data('/events', { filter })) as { event: string; events: number }[];
  return Object.fromEntries(rows.map(({ event, events }) => [event, events]));
}

test.each([
  ['event:Signup', { Signup: 2 }],
  ['event!:Signup|Refund', { Purchase: 3 }],
  ['event~sign', { Signup: 2 }],
  ['prop.plan:pro', { Signup: 1 }],
  ['prop.plan!:pro', { Signup: 1, Purchase: 3, Refund: 1 }],
  ['prop.plan:', { Purchase: 3, Refund: 1 }],
  ['page:/signup', { Signup: 2 }],
  ['page:', { Purchase: 3, Refund: 1 }],
])('on events %s selects events', async (filter, expected) => {
  expect(await counts(filter)).toEqual(expected);
});

test.each([
  ['source:Google', { Signup: 1, Purchase: 1 }],
  // Events without a session have unknown dimensions.
  ['source!:Google', { Signup: 1, Purchase: 2, Refund: 1 }],
  ['source:', { Purchase: 2 }],
  ['source:Ecosia', { Refund: 1 }],
  ['exit_page:/', { Signup: 1, Purchase: 1, Refund: 1 }],
  ['exit_page!:/', { Signup: 1, Purchase: 2 }],
  ['visitor_type:new', { Signup: 2, Purchase: 1, Refund: 1 }],
  ['visitor_type!:new', { Purchase: 2 }],
  // The session of the refund has no pageview in the period.
  ['referrer:', { Signup: 2, Purchase: 1 }],
])('on events %s selects those of such sessions', async (filter, expected) => {
  expect(await counts(filter)).toEqual(expected);
});

test('filters on events do not narrow the visitors that the rate is of; those on sessions do', async () => {
  const rateOf = async (filter: string) => {
    const [first] = (await data('/events', { filter })) as { conversion_rate: number | null }[];
    return first?.conversion_rate;
  };
  expect(await rateOf('prop.plan:pro')).toBe(50);
  expect(await rateOf('source:Google')).toBe(100);
  expect(await rateOf('source:Ecosia')).toBeNull();
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
  const rows = (await data('/sources', { filter })) as { source: string }[];
  expect(rows.map(({ source }) => source)).toEqual(sources);
  expect(await data('/overview', { filter })).toMatchObject({
    sessions: sources.length,
    pageviews: sources.length,
  });
});

test('an event selects the session of four days ago, and its pageviews, in a period with both', async () => {
  expect(await data('/sources', { filter: 'event:Refund', period: '7d' })).toMatchObject([
    { source: 'Ecosia' },
  ]);
  expect(await data('/pages', { filter: 'event:Refund', period: '7d' })).toMatchObject([
    { page_path: '/', views: 1 },
  ]);
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
  const props = { plan: 'a/b' };
  await service.insert([
    event(minutesAgo(5), 'Buy: now', { site_id: 'values', props, ...eur('1.10') }),
    event(minutesAgo(5), 'Buy: now', { site_id: 'values', props, ...eur('2.20') }),
  ]);
  const parameters = { site_id: 'values', property: 'plan' };
  expect(await data(`/events/${encodeURIComponent('Buy: now')}/properties`, parameters)).toEqual([
    { value: 'a/b', events: 2, unique_visitors: 0, revenue: [{ currency: 'EUR', amount: '3.3' }] },
  ]);
});

test('/events-over-time has every bucket, of all events or of one', async () => {
  const hours = (first: number, second: number, visitors: number) => [
    { bucket: '2026-11-21T08:00:00+00:00', events: 0, unique_visitors: 0 },
    { bucket: '2026-11-21T09:00:00+00:00', events: first, unique_visitors: visitors },
    { bucket: '2026-11-21T10:00:00+00:00', events: second, unique_visitors: 0 },
  ];
  expect(await data('/events-over-time')).toEqual(hours(6, 0, 3));
  expect(await data('/events-over-time', { event: 'Signup' })).toEqual(hours(2, 0, 2));
});

test('/export/events has a row for each event, and guards names and ids but not amounts', async () => {
  await service.insert([
    event(minutesAgo(3), '=1+1', {
      site_id: 'file',
      event_id: '@x',
      props: { 'a.b': '"/' },
      ...eur('-9.90'),
    }),
    event(minutesAgo(2), 'Plain', { site_id: 'file', ...visit(minutesAgo(2)), page_path: '/a' }),
  ]);
  const file = async (more: Record<string, string>) =>
    (await service.report('/export/events', { site_id: 'file', ...more })).body;
  const [, , plain] = String(await file({})).split('\n');
  expect(await file({})).toBe(
    [
      '"event","event_id","occurred_at","page_path","session_id","visitor_id","props","amount","currency"',
      `"'=1+1","'@x","2026-11-21T10:12:00.000Z","","","","{""a.b"":""\\""/""}",-9.9,"EUR"`,
      plain,
      '',
    ].join('\n'),
  );
  // Its session has no pageview, its visitor is as sent.
  expect(plain).toMatch(/^"Plain","","2026-11-21T10:13:00.000Z","\/a","","[0-9a-f-]{36}","\{\}",,""$/);
  expect(String(await file({ raw: '1' }))).toContain('"=1+1","@x"');
  expect(String(await file({ format: 'jsonl' }))).toContain('{"event":"=1+1","event_id":"@x"');
});

test('an event changes no other report; it is the last ping of its site, and is accounted for', async () => {
  const site_id = 'quiet';
  const only = visit(minutesAgo(2));
  await service.insert([{ pinged_at: minutesAgo(20), ...only, site_id, page_path: '/' }]);
  const reports = [
    '/overview',
    '/pages',
    '/sources',
    '/realtime',
    '/pages/%2F/engagement',
    '/export/pageviews',
  ];
  const answers = () =>
    Promise.all(reports.map(async (path) => (await service.report(path, { site_id })).body));
  const before = await answers();
  await service.insert([
    event(minutesAgo(1), 'Signup', { site_id, ...only, page_path: '/', page_title: 'A new title' }),
    event(minutesAgo(1), 'Signup', { site_id, ...visit(minutesAgo(1)), page_path: '/other' }),
  ]);
  expect(await answers()).toEqual(before);
  const sites = (await data('/sites', { limit: '100' })) as { site_id: string }[];
  expect(sites.find((site) => site.site_id === site_id)).toMatchObject({
    pageviews: 1,
    last_ping_at: new Date(minutesAgo(1)).toISOString(),
  });
  expect(await data('/pings', { site_id })).toMatchObject({ received: 3, stored: 3 });
});

test('an id that arrives again earlier moves its event, and views that come later bring its session', async () => {
  const site_id = 'late';
  const late = visit(hoursAgo(60));
  const events = () => data('/events', { site_id, period: '7d' });
  await service.insert([
    event(minutesAgo(9), 'Order', { site_id, event_id: 'a', session_id: late.session_id, ...eur('7') }),
  ]);
  expect(await events()).toMatchObject([
    { events: 1, sessions: 0, unique_visitors: 0, conversion_rate: null },
  ]);
  await service.insert([
    { pinged_at: hoursAgo(60), ...late, site_id, page_path: '/' },
    event(hoursAgo(59), 'Order', { site_id, event_id: 'a', session_id: late.session_id, ...eur('8') }),
  ]);
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

test.each([
  ['/events/Signup/properties', 'property', 'a b'],
  ['/events/Signup/properties', 'property', 'x'.repeat(41)],
  ['/events-over-time', 'event', ' '],
  ['/events-over-time', 'event', 'x'.repeat(121)],
  ['/events', 'filter', 'prop.:x'],
  ['/events', 'filter', 'prop.a b:x'],
  ['/overview', 'filter', `prop.${'x'.repeat(41)}:x`],
])('%s refuses a wrong %s: %s', async (path, parameter, value) => {
  expect(await service.report(path, { [parameter]: value })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', parameter } },
  });
});

test('a property may have any name that ingest takes, and any value', async () => {
  const site_id = 'names';
  const props = JSON.parse('{"__proto__":"a|b","a.b-c_D":"it\'s \\\\ 日本"}');
  await service.insert([event(minutesAgo(4), 'Odd', { site_id, props, visitor_id: uuid7(minutesAgo(4)) })]);
  for (const filter of ['prop.__proto__:a\\|b', "prop.a.b-c_D~IT'S \\\\ 日", 'prop.none:'])
    expect(await data('/events', { site_id, filter })).toMatchObject([{ event: 'Odd', events: 1 }]);
});
