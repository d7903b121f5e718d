import { apiKey, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

let ingest: IngestUnderTest;
beforeEach(async () => {
  ingest = await ingestUnderTest();
});
afterEach(() => ingest.close());

const get = (query: string, headers: Record<string, string> = {}) =>
  ingest.send('GET', `/api/ping.gif?${query}`, headers);

test('the query is a ping, and an image comes back', async () => {
  const answer = await get(
    'url=https://a.example/mail%3Futm_source%3Dletter&page_title=M%C3%A4rz&focus_time_ms=1200&x=y',
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toMatch(/^GIF89a/);
  expect(answer.headers.get('content-type')).toBe('image/gif');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(ingest.rows()).toMatchObject([
    { page_path: '/mail', page_title: 'März', utm_source: 'letter', focus_time_ms: 1200 },
  ]);
});

test('without url and page_path the Referer is the page', async () => {
  expect(await get('site_id=shop', { Referer: 'https://shop.example/cart' })).toMatchObject({ status: 200 });
  expect(ingest.rows()).toMatchObject([{ site_id: 'shop', hostname: 'shop.example', page_path: '/cart' }]);
});

test('a field wins over the Referer', async () => {
  await get('page_path=/x', { Referer: 'https://shop.example/cart' });
  expect(ingest.rows()).toMatchObject([{ page_path: '/x', hostname: '' }]);
});

test.each([
  ['', 'page_path'],
  ['page_path=/&focus_time_ms=long', 'focus_time_ms'],
  ['page_path=/&focus_time_ms=1e9', 'focus_time_ms'],
  ['page_path=/a&page_path=/b', 'page_path'],
  ['page_path=/&site_id=%2F..%2F', 'site_id'],
])('the query %j is refused for its %s', async (query, parameter) => {
  expect(await get(query)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', parameter } },
  });
});

test('numbers out of range are clamped', async () => {
  await get('page_path=/&scroll_depth=900&word_count=-5&focus_time_ms=99999999999999999999');
  expect(ingest.rows()).toMatchObject([{ scroll_depth: 100, word_count: 0, focus_time_ms: 86_400_000 }]);
});

test('a dropped ping gets its image', async () => {
  expect(await get('page_path=/', { 'User-Agent': 'Googlebot/2.1' })).toMatchObject({ status: 200 });
  expect(ingest.rows()).toMatchObject([{ page_path: '', drop_reason: 'bot' }]);
});

test('with the key a time in digits counts', async () => {
  const at = Date.now() - 60_000;
  await get(`page_path=/&timestamp=${at}`, { Authorization: `Bearer ${apiKey}` });
  expect(ingest.rows()).toMatchObject([{ pinged_at: (at / 1000).toFixed(3) }]);
});

test('answers no image while the log is unavailable', async () => {
  ingest.state.logAway = true;
  expect(await get('page_path=/')).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
});

test('the pixel allows only GET', async () => {
  const answer = await ingest.send('POST', '/api/ping.gif');
  expect(answer).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
  expect(answer.headers.get('allow')).toBe('GET, OPTIONS');
});
