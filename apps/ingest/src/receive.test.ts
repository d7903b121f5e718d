import { emptyRow } from '@tallyhouse/ping';
import { refusal, taken, wrongParameter } from './answers-under-test.ts';
import { apiKey, firefox, ingestOfFile, ingestUnderTest, keyed } from './ingest-under-test.ts';

const now = Date.UTC(2026, 10, 21, 12);
const ingest = ingestOfFile({}, { clock: () => now });

const aPing = { page_path: '/' };
const bot = { 'User-Agent': 'Googlebot/2.1' };
const uuid7 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const arrived = { ...emptyRow, ping_id: uuid7, site_id: 'blog', type: 'view' };
const noon = { pinged_at: '1795262400.000', received_at: '1795262400.000' };

test('a ping becomes one row of the log, keyed by its session', async () => {
  const said = { page_title: 'A post', referrer: 'https://www.google.com/', focus_time_ms: 1200 };
  const device = { browser: 'Firefox', browser_version: '140.0', os: 'Linux', device_type: 'desktop' };
  const ids = { visitor_id: uuid7, session_id: uuid7, pageview_id: uuid7, view_hash: expect.any(Number) };
  const page = { hostname: 'blog.example', page_path: '/post' };
  const from = { source: 'Google', medium: 'organic', utm_campaign: 'may', ip: '127.0.0.1' };
  const answer = await ingest.ping({ url: 'https://blog.example/post?utm_campaign=may', ...said });
  expect(answer).toMatchObject(taken(1));
  const [row] = ingest.rows();
  expect(row).toEqual({ ...arrived, ...noon, ...ids, ...said, ...page, ...from, ...device });
  expect(ingest.messages[0]?.key).toBe(row?.['session_id']);
});

test('stores the valid pings of a batch and reports the invalid ones', async () => {
  const spam = { page_path: '/b', referrer: 'https://semalt.com/' };
  const { status, body } = await ingest.ping([{ page_path: '/a' }, { page_path: 7 }, spam, 'text']);
  const message = 'Invalid pings: 2 of 4 (see rejected). Stored: 1.';
  const path = { index: 1, parameter: 'page_path', message: 'page_path must be a string' };
  expect(status).toBe(400);
  expect(body).toEqual({
    error: { code: 'invalid_parameter', message },
    accepted: 1,
    dropped: [{ index: 2, reason: 'spam_referrer' }],
    rejected: [path, { index: 3, message: 'a ping must be a JSON object' }],
  });
  expect(ingest.column('page_path')).toEqual(['/a', '']);
  expect(ingest.column('drop_reason')).toEqual(['', 'spam_referrer']);
});

test('answers a bot that its ping was dropped, and stores only that fact', async () => {
  const url = 'https://blog.example/a?utm_source=x';
  const answer = await ingest.ping({ url, page_title: 'A', session_id: 's', scroll_depth: 9 }, bot);
  expect(answer).toMatchObject(taken(0, { 0: 'bot' }));
  expect(ingest.rows()).toEqual([{ ...arrived, ...noon, drop_reason: 'bot' }]);
});

test('dropped pings spread over the partitions', async () => {
  await ingest.ping([aPing, aPing], bot);
  const keys = ingest.messages.map(({ key }) => key);
  expect(new Set(keys)).toEqual(new Set(ingest.column('ping_id')));
  expect(new Set(keys).size).toBe(2);
});

test('reads a body of JSON or text, one without a type, and a gzipped one', async () => {
  for (const type of ['application/json', 'text/plain;charset=UTF-8', 'Application/JSON; charset=utf-8'])
    expect(await ingest.ping(aPing, { 'Content-Type': type })).toMatchObject({ status: 202 });
  const body = new Blob([JSON.stringify(aPing)]);
  expect(await ingest.send('POST', '/api/ping', {}, body)).toMatchObject({ status: 202 });
  expect(await ingest.pingGzipped(JSON.stringify(aPing))).toMatchObject({ status: 202 });
});

test('a sender with the key sets time, address and user agent', async () => {
  const who = { timestamp: '2026-11-01T01:00:00.5+01:00', ip: '2001:DB8::0', user_agent: firefox };
  const headers = { Authorization: keyed.Authorization.replace('B', 'b'), 'User-Agent': 'import/1.0' };
  expect(await ingest.ping({ ...aPing, ...who }, headers)).toMatchObject({ status: 202 });
  const stored = { pinged_at: '1793491200.500', received_at: noon.received_at, ip: '2001:db8::' };
  expect(ingest.rows()).toMatchObject([{ ...stored, browser: 'Firefox' }]);
});

const schemes = ['Basic aW50cmE6bmV0', 'Digest nonce="0123456789abcdef"', 'Negotiate YIIJvwYGKwYBBQ=='];
const tokens = ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln', 'Bearer fifteen letters', 'bearer x'];
const malformed = ['', 'Bearer', 'Bearer ', 'Bearer0123456789abcdef', '0123456789abcdef', `Token ${apiKey}`];

const noKeys = [...schemes, ...tokens, ...malformed];
test.each(noKeys)('the Authorization %j counts as no key, and as no try of one', async (Authorization) => {
  const claims = { timestamp: now - 60_000, ip: '203.0.113.9' };
  const tries = await ingest.metric('tallyhouse_ingest_wrong_keys_total');
  expect(await ingest.ping({ ...aPing, ...claims }, { Authorization })).toMatchObject({ status: 202 });
  expect(await ingest.pixel(aPing, { Authorization })).toMatchObject({ status: 200 });
  expect(ingest.rows()[0]).toMatchObject({ ...noon, ip: '127.0.0.1' });
  expect(await ingest.send('OPTIONS', '/api/ping', { Authorization })).toMatchObject({ status: 204 });
  expect(await ingest.send('GET', '/metrics', { Authorization })).toMatchObject({ status: 401 });
  expect(await ingest.metric('tallyhouse_ingest_wrong_keys_total')).toEqual(tries);
});

const keysOfOthers = ['Bearer 0123456789abcdef', 'bearer  some mistyped key', 'Bearer sixteen löttersß'];
test.each([...keysOfOthers, `Bearer ${apiKey}s`])('the Authorization %j is a wrong key', async (header) => {
  const Authorization = Buffer.from(header).toString('latin1');
  const answer = await ingest.ping(aPing, { Authorization });
  expect(answer).toMatchObject(refusal(401, 'unauthorized'));
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(await ingest.pixel(aPing, { Authorization })).toMatchObject({ status: 401 });
  expect(ingest.messages).toEqual([]);
});

test('answers no 202 while the log is unavailable, nor a pixel, nor that a ping was dropped', async () => {
  ingest.state.logAway = true;
  const answer = await ingest.ping(aPing);
  expect(answer).toMatchObject(refusal(503, 'unavailable'));
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await ingest.pixel(aPing)).toMatchObject(refusal(503, 'unavailable'));
  expect(await ingest.ping(aPing, bot)).toMatchObject({ status: 503 });
});

test('every site may send pings and read the answer', async () => {
  const { status, headers } = await ingest.send('OPTIONS', '/api/ping', { Origin: 'https://a.example' });
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-methods')).toContain('POST');
  expect(headers.get('access-control-allow-headers')).toContain('Authorization');
  expect((await ingest.ping('nonsense')).headers.get('access-control-allow-origin')).toBe('*');
});

test.each([
  ...['GET', 'HEAD', 'PUT', 'DELETE'].map((method) => [method, '/api/ping', 'POST, OPTIONS']),
  ['POST', '/api/ping.gif', 'GET, OPTIONS'],
])('%s %s is not allowed', async (method, path, allowed) => {
  const answer = await ingest.send(method, path);
  expect(answer).toMatchObject(method === 'HEAD' ? { status: 405 } : refusal(405, 'method_not_allowed'));
  expect(answer.headers.get('allow')).toBe(allowed);
});

test('every answer has a request id, that of the caller if it sent one', async () => {
  const idOf = async (body: unknown, sent: string) =>
    (await ingest.ping(body, { 'X-Request-Id': sent })).headers.get('x-request-id');
  expect(await idOf(aPing, 'abc-1')).toBe('abc-1');
  expect(await idOf('nonsense', 'a b')).toMatch(/^[0-9a-f-]{36}$/);
});

test('closing flushes messages that wait for the log', async () => {
  await using closing = await ingestUnderTest();
  const answers = ['/a', '/b', '/c'].map((page_path) => closing.ping({ page_path }));
  await Promise.race(answers);
  await closing.close();
  // A request that comes too late has no answer.
  const ends = await Promise.allSettled(answers);
  const accepted = ends.filter((end) => end.status === 'fulfilled' && end.value.status === 202);
  expect(closing.messages).toHaveLength(accepted.length);
});

describe('the pixel', () => {
  test('is a ping in the query, and an image comes back', async () => {
    const page = 'url=https://a.example/mail%3Futm_source%3Dletter&page_title=M%C3%A4rz';
    const { status, headers, body } = await ingest.pixel(`${page}&focus_time_ms=1200&x=y`);
    expect(status).toBe(200);
    expect(body).toMatch(/^GIF89a/);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const row = { page_path: '/mail', page_title: 'März', utm_source: 'letter', focus_time_ms: 1200 };
    expect(ingest.rows()).toMatchObject([row]);
  });

  test.each([
    ['site_id=shop', { site_id: 'shop', hostname: 'shop.example', page_path: '/cart' }],
    ['page_path=/x', { site_id: 'blog', hostname: '', page_path: '/x' }],
    ['url=', { hostname: 'shop.example', page_path: '/', utm_source: 'mail' }, '?utm_source=mail'],
  ])('takes the page from the Referer unless a field names one: %s', async (query, page, rest = 'cart') => {
    const answer = await ingest.pixel(query, { Referer: `https://shop.example/${rest}` });
    expect(answer).toMatchObject({ status: 200 });
    expect(ingest.rows()).toMatchObject([page]);
  });

  const noNumbers = ['long', '0x10', '1,5', '007', '.5', '1e', '12 ', 'Infinity', ''];
  test.each([
    ['', 'page_path'],
    ...noNumbers.map((text) => [`page_path=/&focus_time_ms=${text}`, 'focus_time_ms']),
    ['url=%2Fa', 'url'],
    ['page_path=/a&page_path=/b', 'page_path'],
    ['page_path=/&site_id=%2F..%2F', 'site_id'],
  ])('with the query %j is refused for its %s', async (query, parameter) => {
    expect(await ingest.pixel(query)).toMatchObject(wrongParameter(parameter));
  });

  const shop = 'https://shop.example';
  const cart = `url=${shop}/page?utm_source=mail`;
  test.each([
    ['page_path=/&scroll_depth=900&word_count=-5', { scroll_depth: 100, word_count: 0 }],
    ['page_path=/&focus_time_ms=99999999999999999999', { focus_time_ms: 86_400_000 }],
    ['page_path=/&focus_time_ms=1e400&scroll_depth=-1e400', { focus_time_ms: 86_400_000, scroll_depth: 0 }],
    ['page_path=/&focus_time_ms=12.5&scroll_depth=0.4', { focus_time_ms: 13, scroll_depth: 0 }],
    ['page_path=/&focus_time_ms=1e3&word_count=1.2E%2B2', { focus_time_ms: 1000, word_count: 120 }],
    [`${cart}&site_id=shop`, { page_path: '/page', utm_source: 'mail', site_id: 'shop' }],
    [`page_title=W?&url=${shop}/a?b?c&site_id=shop`, { page_title: 'W?', page_path: '/a', site_id: 'shop' }],
    [`site_id=shop&url=${shop}/?q=1?&utm_source=mail`, { page_path: '/', utm_source: 'mail' }],
    ['?page_path=/y&site_id=shop', { page_path: '/y', site_id: 'shop' }],
    [`url=${shop}/y&amp;site_id=shop`, { page_path: '/y', site_id: 'shop' }],
  ])('reads the whole query %s, its numbers as JSON has them: clamped and rounded', async (query, row) => {
    expect(await ingest.send('GET', `/api/ping.gif?${query}`)).toMatchObject({ status: 200 });
    expect(ingest.rows()).toMatchObject([row]);
  });

  const pageless = ['', shop, `${shop}/`, 'http://shop.example:8080/?', 'android-app://x/'];
  test.each(pageless)(
    'with the Referer %j invents no page: a view is refused, an event has none',
    async (Referer) => {
      expect(await ingest.pixel('site_id=shop', { Referer })).toMatchObject(wrongParameter('page_path'));
      await ingest.pixel('type=event&event=Opened', { Referer });
      expect(ingest.rows()).toMatchObject([{ event: 'Opened', page_path: '', hostname: '' }]);
    },
  );

  test('comes for a dropped ping too', async () => {
    expect(await ingest.pixel(aPing, bot)).toMatchObject({ status: 200 });
    expect(ingest.rows()).toMatchObject([{ page_path: '', drop_reason: 'bot' }]);
  });

  test('with the key takes a time in digits', async () => {
    await ingest.pixel({ ...aPing, timestamp: String(now - 60_000) }, keyed);
    expect(ingest.column('pinged_at')).toEqual([`${now / 1000 - 60}.000`]);
  });
});

const secret = 'email=me@x.example&token=secret';

test.each([
  ['strip', 'https://partner.example/list'],
  ['keep', `https://partner.example/list?${secret}`],
])('with REFERRER_QUERY=%s only campaign tags and %s reach the log', async (mode, foreignKept) => {
  const url = `https://www.shop.example/cart?${secret}&utm_source=letter&gclid=7#${secret}`;
  const own = `https://shop.example/reset?${secret}#part`;
  const foreign = `https://user:password@partner.example/list?${secret}#part`;
  await using stripping = await ingestUnderTest({ REFERRER_QUERY: mode });
  await stripping.ping({ url, referrer: own });
  await stripping.ping([{ url, referrer: foreign }]);
  await stripping.pixel({ url, referrer: own });
  await stripping.pixel({ referrer: foreign }, { Referer: url });
  for (const referrer of [own, foreign]) await stripping.ping({ url, referrer }, bot);
  const page = { hostname: 'www.shop.example', page_path: '/cart', utm_source: 'letter' };
  expect(stripping.rows().slice(0, 4)).toMatchObject(Array(4).fill(page));
  const ownKept = 'https://shop.example/reset';
  expect(stripping.column('referrer').slice(0, 4)).toEqual([ownKept, foreignKept, ownKept, foreignKept]);
  expect(stripping.crawls().map(({ referrer }) => referrer)).toEqual([ownKept, foreignKept]);
  const bytes = stripping.messages.map(({ value }) => String(value)).join('\n');
  expect(bytes.replaceAll(foreignKept, '')).not.toMatch(/secret|password|#part|email/);
});

test('pings of a site count once they are accepted: neither dropped nor rejected ones, nor those that the log refuses', async () => {
  await using counting = await ingestUnderTest();
  const shop = { ...aPing, site_id: 'shop' };
  await counting.ping([shop, shop, aPing, { page_path: 1, site_id: 'shop' }]);
  await counting.ping(shop, bot);
  counting.state.logAway = true;
  await counting.ping(shop);
  const counted = { '{site="shop"}': 2, '{site="blog"}': 1 };
  expect(await counting.metric('tallyhouse_ingest_site_pings_total')).toEqual(counted);
});
