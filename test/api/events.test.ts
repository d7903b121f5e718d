import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, iso, minutesAgo, ping, visit } from './present.ts';
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

test('a property may have any name that ingest takes, and any value', async () => {
  const site_id = 'names';
  const props = JSON.parse('{"__proto__":"a|b","a.b-c_D":"it\'s \\\\ 日本"}');
  await service.insert([event(minutesAgo(4), 'Odd', { site_id, props, visitor_id: uuid7(minutesAgo(4)) })]);
  for (const filter of ['prop.__proto__:a\\|b', "prop.a.b-c_D~IT'S \\\\ 日", 'prop.none:'])
    expect(await data('/events', { site_id, filter })).toMatchObject([{ event: 'Odd', events: 1 }]);
});
