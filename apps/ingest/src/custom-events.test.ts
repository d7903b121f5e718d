import { emptyRow } from '@tallyhouse/ping';
import { refusal, taken, wrongParameter } from './answers-under-test.ts';
import { ingestOfFile, keyed } from './ingest-under-test.ts';

const ingest = ingestOfFile();

const view = { site_id: 'shop', page_path: '/' };
const signup = { type: 'event', event: 'Signup' };
const bot = { 'User-Agent': 'Googlebot/2.1' };
const nobody = emptyRow.visitor_id;
const uuid = '01000000-0000-7000-8000-0000000000ab'; // of the year 2004

test.each([
  ['event', { event: 'Signup' }],
  ['event', { ...view, event: 'Signup', props: { plan: 'pro' } }],
  ['event', { ...view, type: 'view', event: 'Signup' }],
  ['event', { ...view, type: 'engage', event: '' }],
  ['props', { ...view, props: {} }],
  ['revenue', { ...view, type: 'view', revenue: { amount: '9.90', currency: 'EUR' } }],
  ['event_id', { ...view, type: 'view', event_id: 'order-7' }],
])('a view with %s is refused, as it would count a page that nobody opened: %j', async (parameter, body) => {
  const message = `${parameter} belongs to an event: send it with type event.`;
  expect(await ingest.ping(body)).toMatchObject(refusal(400, 'invalid_parameter', { parameter, message }));
  expect(ingest.messages).toEqual([]);
});

test('other types are refused', async () => {
  const error = { parameter: 'type', message: 'type must be view, engage or event.' };
  const refused = refusal(400, 'invalid_parameter', error);
  for (const type of ['click', 'Event', 7])
    expect(await ingest.ping({ ...view, type })).toMatchObject(refused);
});

test('a ping without a type that names an event as other trackers do is refused; with a type, name is ignored', async () => {
  expect(await ingest.ping({ ...view, name: 'signup' })).toMatchObject(wrongParameter('name'));
  await ingest.ping({ ...view, type: 'view', name: 'me' });
  expect(ingest.messages).toHaveLength(1);
});

test('null counts as missing', async () => {
  await ingest.ping({ ...view, event: null, props: null, revenue: null, event_id: null, name: null });
  await ingest.ping({ ...signup, props: null, revenue: null, event_id: null });
  const event = { event: 'Signup', props: {}, amount: '0', currency: '', event_id: '' };
  expect(ingest.rows()).toMatchObject([{ site_id: 'shop', event: '' }, event]);
});

test('an event becomes a row with its name, properties and revenue', async () => {
  const answer = await ingest.ping({
    ...signup,
    event: '  Big purchase\t',
    event_id: 'order-7',
    url: 'https://shop.example/thanks?utm_source=mail',
    props: { plan: 'pro', seats: 5, ratio: 1e21, trial: false, none: null, empty: '', ['__proto__']: 'kept' },
    revenue: { amount: '-12345678901234.5678', currency: 'eur' },
  });
  expect(answer).toMatchObject(taken(1));
  const [row] = ingest.rows();
  const event = { type: 'view', event: 'Big purchase', event_id: 'order-7', page_path: '/thanks' };
  const money = { amount: '-12345678901234.5678', currency: 'EUR' };
  expect(row).toMatchObject({ ...event, ...money, drop_reason: '' });
  const props =
    '[["plan","pro"],["seats","5"],["ratio","1e+21"],["trial","false"],["empty",""],["__proto__","kept"]]';
  expect(Object.entries(row?.['props'] ?? {})).toEqual(JSON.parse(props));
});

test('each currency that ISO 4217 lists or ever listed is accepted: also metals, funds and historic ones', async () => {
  const codes =
    'EUR usd XAU XAG XPT XPD XDR XUA XBA XSU XCG XAD CHE USN CLF DEM EEK LVL LTL HRK BYR ZWL ZMK ITL FRF ATS XEU SUR YUM TRL ADP RUR DDM ZRN BGN';
  const pings = codes.split(' ').map((currency) => ({ ...signup, revenue: { amount: 1, currency } }));
  expect(await ingest.ping(pings)).toMatchObject({ status: 202 });
  expect(ingest.column('currency')).toEqual(codes.toUpperCase().split(' '));
});

const names = [undefined, '', ' \n ', 'a\u0000b', 'two\nlines', 'x'.repeat(121), 7];
const tooMany = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`p${index}`, index]));
const amounts = ['1,50', '1e3', '1.23456', 1e15, 0.1 + 0.2, ''];
const currencies = [undefined, 'EURO', 'ZZZ', 'XXX', 'xts', 'E R', ' EUR', 'ЕUR', '\u017fek'];

test.each<[string, ...unknown[]]>([
  ['event', ...names],
  ['event_id', '', 'x'.repeat(65), 12],
  ['props', [], 'plan=pro', { 'a b': 1 }, { '': 1 }, { ['x'.repeat(41)]: 1 }, tooMany],
  ['props.plan', { seats: 1, plan: {} }, { plan: ['a'] }],
  ['revenue', 9.9, []],
  ['revenue.amount', {}, ...amounts.map((amount) => ({ amount, currency: 'EUR' }))],
  ['revenue.currency', ...currencies.map((currency) => ({ amount: 1, currency }))],
])('an event with a wrong %s is refused whole', async (parameter, ...values) => {
  const [field = ''] = parameter.split('.');
  for (const value of values) {
    const answer = await ingest.ping({ ...signup, [field]: value });
    expect({ value, ...answer }).toMatchObject(wrongParameter(parameter));
  }
  expect(ingest.messages).toEqual([]);
});

test('an Infinity among the properties is refused, which JSON writes as a large number', async () => {
  const answer = await ingest.ping('{"type":"event","event":"Signup","props":{"n":1e309}}');
  expect(answer).toMatchObject(wrongParameter('props.n'));
});

test('the longest values are kept, long text of properties is cut, and broken text is replaced', async () => {
  const thirty = (text: string) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, text]));
  const longest = { event: 'x'.repeat(120), event_id: 'z'.repeat(64) };
  const props = { ...thirty('y'.repeat(600)), p0: 'a\u0000\ud800' };
  await ingest.ping({ ...signup, ...longest, props, revenue: { amount: 0, currency: 'Jpy' } });
  expect(ingest.rows()).toMatchObject([{ ...longest, amount: '0', currency: 'JPY' }]);
  expect(ingest.column('props')).toEqual([{ ...thirty('y'.repeat(500)), p0: 'a\ufffd\ufffd' }]);
});

test('with the key nothing is made up, and an id is kept whatever its age', async () => {
  const customer = { visitor_id: 'customer 7', session_id: 'cart 9' };
  await ingest.ping(signup, keyed);
  await ingest.ping({ ...signup, visitor_id: uuid.toUpperCase(), session_id: uuid }, keyed);
  await ingest.ping({ ...signup, ...customer }, keyed);
  await ingest.ping({ ...view, site_id: 'blog', ...customer }, keyed);
  const [none, sent, derived, page] = ingest.rows();
  expect(none).toMatchObject({ visitor_id: nobody, session_id: nobody, pageview_id: nobody, page_path: '' });
  expect(sent).toMatchObject({ visitor_id: uuid, session_id: uuid });
  expect(derived).toMatchObject({ visitor_id: page?.['visitor_id'], session_id: page?.['session_id'] });
});

test('without the key missing ids are those of a view, and the event prolongs no session', async () => {
  await ingest.ping({ ...view, url: 'https://shop.example/' });
  await ingest.ping({ ...signup, site_id: 'shop' });
  await ingest.ping({ ...signup, site_id: 'shop', session_id: uuid });
  const [page, event, named] = ingest.rows();
  expect(event).toMatchObject({ visitor_id: page?.['visitor_id'], session_id: page?.['session_id'] });
  expect(named).toMatchObject({ visitor_id: page?.['visitor_id'], session_id: uuid });
});

test('events with the key are never dropped as bots; others are, and are accounted for', async () => {
  await ingest.ping({ ...signup, user_agent: 'Googlebot/2.1' }, keyed);
  expect(await ingest.ping(signup, bot)).toMatchObject(taken(0, { 0: 'bot' }));
  const dropped = { event: '', drop_reason: 'bot', type: 'view', props: {} };
  expect(ingest.rows()).toMatchObject([{ event: 'Signup', drop_reason: '' }, dropped]);
});

test('messages are keyed by session, then by site and event id, so that a session stays on one shard', async () => {
  await ingest.ping({ ...signup, event_id: 'order 7', site_id: 'shop', session_id: uuid }, keyed);
  await ingest.ping({ ...signup, event_id: 'order 8', site_id: 'shop' }, keyed);
  await ingest.ping(signup, keyed);
  const last = ingest.column('ping_id').at(-1);
  expect(ingest.messages.map(({ key }) => key)).toEqual([uuid, 'shop order 8', last]);
});

test('the pixel takes events: props and revenue as JSON', async () => {
  const revenue = '{"amount":"1.50","currency":"usd"}';
  const query = { ...signup, event_id: 'mail-7', props: '{"mail":"welcome"}', revenue };
  expect(await ingest.pixel(query)).toMatchObject({ status: 200 });
  const row = { props: { mail: 'welcome' }, amount: '1.50', currency: 'USD' };
  expect(ingest.rows()).toMatchObject([{ event: 'Signup', event_id: 'mail-7', ...row }]);
});

test.each([
  ['event', 'page_path=/&event=x'],
  ['name', 'page_path=/&name=x'],
  ['props', 'type=event&event=x&props=plan'],
  ['revenue', 'type=event&event=x&revenue=9'],
])('a pixel with a wrong %s is refused', async (parameter, query) => {
  expect(await ingest.pixel(query)).toMatchObject(wrongParameter(parameter));
  expect(ingest.messages).toEqual([]);
});

describe('web vitals', () => {
  const all = { lcp_ms: 2500, inp_ms: 0, fcp_ms: 600_000, ttfb_ms: 12, cls: 0.1234 };

  test.each([
    [{ vitals: all }, all],
    [{ vitals: { cls: 0 }, type: 'engage' }, { cls: 0 }],
    [{ vitals: { cls: 100, lcp_ms: null } }, { cls: 100 }],
    [{ vitals: {} }, {}],
    [{ vitals: null }, {}],
    [{}, {}],
  ])('%j is stored', async (fields, stored) => {
    expect(await ingest.ping({ page_path: '/', ...fields })).toMatchObject({ status: 202 });
    expect(ingest.rows().at(-1)?.['vitals']).toEqual(stored);
  });

  const names = 'lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls';
  const whole = 'must be a whole number from 0 to 600000';
  const elsewhere = 'belongs to a pageview: send it with type view or engage';

  test.each<[unknown, string, string, object?]>([
    [{ lcp_ms: -1 }, 'vitals.lcp_ms', `has a lcp_ms that ${whole}`],
    [{ inp_ms: 36_000_000 }, 'vitals.inp_ms', `has a inp_ms that ${whole}`],
    [{ fcp_ms: 12.5 }, 'vitals.fcp_ms', `has a fcp_ms that ${whole}`],
    [{ cls: 0, ttfb_ms: '80' }, 'vitals.ttfb_ms', `has a ttfb_ms that ${whole}`],
    [{ lcp_ms: true }, 'vitals.lcp_ms', `has a lcp_ms that ${whole}`],
    [{ cls: 101 }, 'vitals.cls', 'has a cls that must be a number from 0 to 100'],
    [{ cls: -0.1 }, 'vitals.cls', 'has a cls that must be a number from 0 to 100'],
    [{ fid_ms: 3 }, 'vitals.fid_ms', `has an unknown member; it takes ${names}`],
    [{ ['x'.repeat(41)]: 3 }, 'vitals', `has an unknown member; it takes ${names}`],
    [[1], 'vitals', `must be an object with any of ${names}`],
    ['fast', 'vitals', `must be an object with any of ${names}`],
    [all, 'vitals', elsewhere, { type: 'event', event: 'x' }],
  ])('%j is refused: %s', async (vitals, parameter, message, fields = {}) => {
    const answer = await ingest.ping({ page_path: '/', vitals, ...fields });
    const error = { parameter, message: `vitals ${message}.` };
    expect(answer).toMatchObject(refusal(400, 'invalid_parameter', error));
  });
});
