import { emptyRow } from '@tallyhouse/ping';
import { apiKey, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

let ingest: IngestUnderTest;
beforeEach(async () => {
  ingest = await ingestUnderTest();
});
afterEach(() => ingest.close());

const view = { site_id: 'shop', page_path: '/' };
const signup = { type: 'event', event: 'Signup' };
const keyed = { Authorization: `Bearer ${apiKey}` };
const nobody = emptyRow.visitor_id;
const uuid = '01000000-0000-7000-8000-0000000000ab'; // of the year 2004

const refusal = (parameter: string) => ({
  status: 400,
  body: { error: { code: 'invalid_parameter', parameter } },
});

test.each([
  ['event', { event: 'Signup' }],
  ['event', { ...view, event: 'Signup', props: { plan: 'pro' } }],
  ['event', { ...view, type: 'view', event: 'Signup' }],
  ['event', { ...view, type: 'engage', event: '' }],
  ['props', { ...view, props: {} }],
  ['revenue', { ...view, type: 'view', revenue: { amount: '9.90', currency: 'EUR' } }],
  ['event_id', { ...view, type: 'view', event_id: 'order-7' }],
])('a view with %s is refused, as it would count a page that nobody opened: %j', async (field, body) => {
  expect(await ingest.ping(body)).toMatchObject({
    ...refusal(field),
    body: { error: { message: `${field} belongs to an event: send it with type event.` } },
  });
  expect(ingest.rows()).toEqual([]);
});

test.each(['click', 'Event', 7])('the type %j is refused', async (type) => {
  expect(await ingest.ping({ ...view, type })).toMatchObject({
    status: 400,
    body: { error: { parameter: 'type', message: 'type must be view, engage or event.' } },
  });
});

test('a ping without a type that names an event as other trackers do is refused; beside a type, name is ignored', async () => {
  expect(await ingest.ping({ ...view, name: 'signup' })).toMatchObject(refusal('name'));
  await ingest.ping({ ...view, type: 'view', name: 'me' });
  expect(ingest.rows()).toHaveLength(1);
});

test('null counts as missing', async () => {
  await ingest.ping({ ...view, event: null, props: null, revenue: null, event_id: null, name: null });
  await ingest.ping({ ...signup, props: null, revenue: null, event_id: null });
  expect(ingest.rows()).toMatchObject([
    { site_id: 'shop', event: '' },
    { event: 'Signup', props: {}, amount: '0', currency: '', event_id: '' },
  ]);
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
  expect(answer).toMatchObject({ status: 202, body: { accepted: 1, dropped: [] } });
  const [row] = ingest.rows();
  expect(row).toMatchObject({
    type: 'view',
    event: 'Big purchase',
    event_id: 'order-7',
    page_path: '/thanks',
    amount: '-12345678901234.5678',
    currency: 'EUR',
    drop_reason: '',
  });
  expect(Object.entries(row?.['props'] ?? {})).toEqual([
    ['plan', 'pro'],
    ['seats', '5'],
    ['ratio', '1e+21'],
    ['trial', 'false'],
    ['empty', ''],
    ['__proto__', 'kept'],
  ]);
});

test.each([
  ['event', { event: undefined }],
  ['event', { event: '' }],
  ['event', { event: ' \n ' }],
  ['event', { event: 'a\u0000b' }],
  ['event', { event: 'two\nlines' }],
  ['event', { event: 'x'.repeat(121) }],
  ['event', { event: 7 }],
  ['event_id', { event_id: '' }],
  ['event_id', { event_id: 'x'.repeat(65) }],
  ['event_id', { event_id: 12 }],
  ['props', { props: [] }],
  ['props', { props: 'plan=pro' }],
  ['props', { props: { 'a b': 1 } }],
  ['props', { props: { '': 1 } }],
  ['props', { props: { ['x'.repeat(41)]: 1 } }],
  ['props', { props: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`p${index}`, index])) }],
  ['props.plan', { props: { seats: 1, plan: {} } }],
  ['props.plan', { props: { plan: ['a'] } }],
  ['revenue', { revenue: 9.9 }],
  ['revenue', { revenue: [] }],
  ['revenue.amount', { revenue: {} }],
  ['revenue.amount', { revenue: { amount: '1,50', currency: 'EUR' } }],
  ['revenue.amount', { revenue: { amount: '1e3', currency: 'EUR' } }],
  ['revenue.amount', { revenue: { amount: '1.23456', currency: 'EUR' } }],
  ['revenue.amount', { revenue: { amount: 1e15, currency: 'EUR' } }],
  ['revenue.amount', { revenue: { amount: 0.1 + 0.2, currency: 'EUR' } }],
  ['revenue.amount', { revenue: { amount: '', currency: 'EUR' } }],
  ['revenue.currency', { revenue: { amount: 1 } }],
  ['revenue.currency', { revenue: { amount: 1, currency: 'EURO' } }],
  ['revenue.currency', { revenue: { amount: 1, currency: 'ZZZ' } }],
])('an event with a wrong %s is refused whole: %j', async (parameter, wrong) => {
  expect(await ingest.ping({ ...signup, ...wrong })).toMatchObject(refusal(parameter));
  expect(ingest.rows()).toEqual([]);
});

test('an Infinity among the properties is refused, which JSON writes as a large number', async () => {
  const answer = await ingest.ping('{"type":"event","event":"Signup","props":{"n":1e309}}');
  expect(answer).toMatchObject(refusal('props.n'));
});

test('the longest values are kept, long text of properties is cut, and broken text is replaced', async () => {
  const props = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, 'y'.repeat(600)]));
  await ingest.ping({
    ...signup,
    event: 'x'.repeat(120),
    event_id: 'z'.repeat(64),
    props: { ...props, p0: 'a\u0000\ud800' },
    revenue: { amount: 0, currency: 'Jpy' },
  });
  const [row] = ingest.rows();
  expect(row).toMatchObject({
    event: 'x'.repeat(120),
    event_id: 'z'.repeat(64),
    amount: '0',
    currency: 'JPY',
  });
  expect(row?.['props']).toEqual({
    ...Object.fromEntries(Object.keys(props).map((name) => [name, 'y'.repeat(500)])),
    p0: 'a\ufffd\ufffd',
  });
});

test('stores the good events of a batch and reports the others', async () => {
  const answer = await ingest.ping([
    signup,
    { ...signup, props: { plan: {} } },
    { ...view, event: 'Signup' },
    view,
    { ...signup, revenue: { amount: 'x', currency: 'EUR' } },
  ]);
  expect(answer).toMatchObject({
    status: 400,
    body: {
      accepted: 2,
      rejected: [
        { index: 1, parameter: 'props.plan' },
        { index: 2, parameter: 'event' },
        { index: 4, parameter: 'revenue.amount' },
      ],
    },
  });
  expect(ingest.rows()).toMatchObject([{ event: 'Signup' }, { event: '' }]);
});

test('with the key nothing is made up, and an id is kept whatever its age', async () => {
  await ingest.ping(signup, keyed);
  await ingest.ping({ ...signup, visitor_id: uuid.toUpperCase(), session_id: uuid }, keyed);
  await ingest.ping({ ...signup, visitor_id: 'customer 7', session_id: 'cart 9' }, keyed);
  const [none, sent, derived] = ingest.rows();
  expect(none).toMatchObject({ visitor_id: nobody, session_id: nobody, pageview_id: nobody, page_path: '' });
  expect(sent).toMatchObject({ visitor_id: uuid, session_id: uuid });
  await ingest.ping({ ...view, site_id: 'blog', visitor_id: 'customer 7', session_id: 'cart 9' }, keyed);
  const [, , , page] = ingest.rows();
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
  const answer = await ingest.ping(signup, { 'User-Agent': 'Googlebot/2.1' });
  expect(answer).toMatchObject({
    status: 202,
    body: { accepted: 0, dropped: [{ index: 0, reason: 'bot' }] },
  });
  expect(ingest.rows()).toMatchObject([
    { event: 'Signup', drop_reason: '' },
    { event: '', drop_reason: 'bot', type: 'view', props: {} },
  ]);
});

test('messages are keyed by session, then by site and event id, so that a session stays on one shard', async () => {
  await ingest.ping({ ...signup, event_id: 'order 7', site_id: 'shop', session_id: uuid }, keyed);
  await ingest.ping({ ...signup, event_id: 'order 8', site_id: 'shop' }, keyed);
  await ingest.ping(signup, keyed);
  const [, , last] = ingest.rows();
  expect(ingest.messages.map(({ key }) => key)).toEqual([uuid, 'shop order 8', last?.['ping_id']]);
});

test('the pixel takes events: props and revenue as JSON', async () => {
  const query = new URLSearchParams({
    ...signup,
    event_id: 'mail-7',
    props: '{"mail":"welcome"}',
    revenue: '{"amount":"1.50","currency":"usd"}',
  });
  expect(await ingest.send('GET', `/api/ping.gif?${query}`)).toMatchObject({ status: 200 });
  expect(ingest.rows()).toMatchObject([
    { event: 'Signup', event_id: 'mail-7', props: { mail: 'welcome' }, amount: '1.50', currency: 'USD' },
  ]);
});

test.each([
  ['event', 'page_path=/&event=x'],
  ['name', 'page_path=/&name=x'],
  ['props', 'type=event&event=x&props=plan'],
  ['revenue', 'type=event&event=x&revenue=9'],
])('a pixel with a wrong %s is refused', async (parameter, query) => {
  expect(await ingest.send('GET', `/api/ping.gif?${query}`)).toMatchObject(refusal(parameter));
  expect(ingest.rows()).toEqual([]);
});
