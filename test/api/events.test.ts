import { emptyRow } from '@tallyhouse/ping';
import { minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

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
const anna = visit(minutesAgo(60));
const ben = visit(minutesAgo(50));
const cleo = visit(minutesAgo(40));

beforeAll(async () => {
  await service.insert([
    { pinged_at: minutesAgo(60), ...anna, page_path: '/', source: 'Google' },
    { pinged_at: minutesAgo(50), ...ben, page_path: '/', source: 'Bing' },
    {
      pinged_at: minutesAgo(58),
      ...anna,
      event: 'Signup',
      page_path: '/signup',
      props: { plan: 'pro', seats: '5' },
    },
    { pinged_at: minutesAgo(48), ...ben, event: 'Signup', page_path: '/signup', props: { plan: 'free' } },
    {
      pinged_at: minutesAgo(55),
      ...none,
      session_id: anna.session_id,
      event: 'Purchase',
      event_id: 'order-1',
      amount: '9.90',
      currency: 'EUR',
    },
    {
      pinged_at: minutesAgo(54),
      ...none,
      event: 'Purchase',
      event_id: 'order-1',
      amount: '99.90',
      currency: 'EUR',
    },
    {
      pinged_at: minutesAgo(30),
      ...none,
      session_id: cleo.session_id,
      event: 'Purchase',
      amount: '-0.0001',
      currency: 'EUR',
    },
    { pinged_at: minutesAgo(29), ...none, event: 'Purchase', amount: '12345678901234.5', currency: 'USD' },
  ]);
});

test('lists events', async () => {
  const { status, body } = await service.report('/events');
  expect({ status, body }).toEqual({});
});
test.each([
  'source:Google',
  'source!:Google',
  'visitor_type:new',
  'visitor_type!:new',
  'event:Signup',
  'prop.plan:pro',
  'prop.plan!:pro',
  'page:/signup',
  'exit_page:/',
  'referrer:',
])('f %s', async (filter) => {
  const { body } = await service.report('/events', { filter });
  console.log(filter, JSON.stringify((body as any).data ?? body));
});
test.each([
  ['event:Signup'],
  ['event:Signup', 'event:Purchase'],
  ['event!:Purchase'],
  ['prop.plan!:pro'],
  ['event:Signup', 'prop.plan:free'],
])('o %s', async (...filter) => {
  for (const path of ['/overview', '/pages', '/sources', '/export/sessions', '/realtime', '/insights']) {
    const { body } = await service.report(path, { filter });
    console.log(path, filter, JSON.stringify((body as any).data ?? body));
  }
});
test.each([
  '/events/Signup/properties',
  '/events/Signup/properties?property=plan',
  '/events-over-time?granularity=hour&period=2h',
  '/events-over-time?event=Signup&granularity=hour&period=2h',
  '/export/events',
  '/export/events?format=jsonl',
  '/sites',
  '/export/events?format=parquet',
])('r %s', async (path) => {
  const { body } = await service.report(
    path.split('?')[0]!,
    Object.fromEntries(new URLSearchParams(path.split('?')[1])),
  );
  console.log(path, typeof body === 'string' ? body : JSON.stringify(body));
});
