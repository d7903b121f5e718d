import { type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

/** Custom events do not exist yet. One that is sent must not become a view of a page that nobody opened. */

let ingest: IngestUnderTest;
beforeEach(async () => {
  ingest = await ingestUnderTest();
});
afterEach(() => ingest.close());

const view = { site_id: 'shop', page_path: '/' };

test.each([
  ['event', { event: 'signup' }],
  ['event', { ...view, event: 'signup', props: { plan: 'pro' } }],
  ['event', { ...view, type: 'view', event: 'signup' }],
  ['event', { ...view, type: 'engage', event: '' }],
  ['props', { ...view, props: {} }],
  ['revenue', { ...view, type: 'view', revenue: { amount: '9.90', currency: 'EUR' } }],
  ['event_id', { ...view, type: 'view', event_id: 'order-7' }],
  ['name', { ...view, name: 'pageview' }],
])('a ping with %s is refused: %j', async (field, body) => {
  expect(await ingest.ping(body)).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter',
        parameter: field,
        message: `${field} belongs to a custom event, and these are not supported yet: a page view must be sent with url or page_path, and without ${field}.`,
      },
    },
  });
  expect(ingest.rows()).toEqual([]);
});

test.each([
  ['event', 'type must be view or engage: custom events are not supported yet.'],
  ['click', 'type must be view or engage.'],
  [7, 'type must be view or engage.'],
])('the type %j is refused', async (type, message) => {
  expect(await ingest.ping({ ...view, type, event: 'signup' })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', parameter: 'type', message } },
  });
  expect(ingest.rows()).toEqual([]);
});

test('null counts as missing, and a name beside a type is an unknown field like any other', async () => {
  await ingest.ping({ ...view, event: null, props: null, revenue: null, event_id: null, name: null });
  await ingest.ping({ ...view, type: 'view', name: 'me' });
  expect(ingest.rows()).toMatchObject([
    { site_id: 'shop', page_path: '/' },
    { site_id: 'shop', page_path: '/' },
  ]);
});

test('stores the views of a batch and reports the events', async () => {
  const answer = await ingest.ping([{ ...view, event: 'signup' }, view, { ...view, name: 'signup' }]);
  expect(answer).toMatchObject({
    status: 400,
    body: {
      accepted: 1,
      rejected: [
        { index: 0, parameter: 'event' },
        { index: 2, parameter: 'name' },
      ],
    },
  });
  expect(ingest.rows()).toHaveLength(1);
});

test.each(['event', 'props', 'revenue', 'event_id', 'name'])('a pixel with %s is refused', async (field) => {
  expect(await ingest.send('GET', `/api/ping.gif?page_path=/&${field}=x`)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', parameter: field } },
  });
  expect(ingest.rows()).toEqual([]);
});
