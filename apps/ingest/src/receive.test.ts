import { gzipSync } from 'node:zlib';
import { emptyRow } from '@tallyhouse/ping';
import { apiKey, firefox, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

const now = Date.UTC(2026, 10, 21, 12);
let ingest: IngestUnderTest;

beforeEach(async () => {
  ingest = await ingestUnderTest({}, { clock: () => now });
});
afterEach(() => ingest.close());

const uuid7 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

test('a ping becomes one row of the log, keyed by its session', async () => {
  const answer = await ingest.ping({
    url: 'https://blog.example/post?utm_campaign=may',
    page_title: 'A post',
    referrer: 'https://www.google.com/',
    focus_time_ms: 1200,
  });
  expect(answer).toMatchObject({ status: 202, body: { accepted: 1, dropped: [] } });
  const [row] = ingest.rows();
  expect(row).toEqual({
    ...emptyRow,
    ping_id: uuid7,
    site_id: 'blog',
    type: 'view',
    pinged_at: '1795262400.000',
    received_at: '1795262400.000',
    visitor_id: uuid7,
    session_id: uuid7,
    pageview_id: uuid7,
    hostname: 'blog.example',
    page_path: '/post',
    page_title: 'A post',
    referrer: 'https://www.google.com/',
    source: 'Google',
    medium: 'organic',
    utm_campaign: 'may',
    focus_time_ms: 1200,
    ip: '127.0.0.1',
    browser: 'Firefox',
    browser_version: '140.0',
    os: 'Linux',
    device_type: 'desktop',
  });
  expect(ingest.messages[0]?.key).toBe(row?.['session_id']);
});

test('a batch keeps its order', async () => {
  const answer = await ingest.ping(['/a', '/b', '/c'].map((page_path) => ({ page_path })));
  expect(answer).toMatchObject({ status: 202, body: { accepted: 3, dropped: [] } });
  expect(ingest.rows().map((row) => row['page_path'])).toEqual(['/a', '/b', '/c']);
});

test('stores the valid pings of a batch and reports the invalid ones', async () => {
  const answer = await ingest.ping([
    { page_path: '/a' },
    { page_path: 7 },
    { page_path: '/b', referrer: 'https://semalt.com/' },
    'text',
  ]);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    error: {
      code: 'invalid_parameter',
      message: '2 of 4 pings were invalid (see rejected). 1 were stored.',
    },
    accepted: 1,
    dropped: [{ index: 2, reason: 'spam_referrer' }],
    rejected: [
      { index: 1, parameter: 'page_path', message: 'page_path must be a string' },
      { index: 3, message: 'a ping must be a JSON object' },
    ],
  });
  expect(ingest.rows()).toMatchObject([
    { page_path: '/a', drop_reason: '' },
    { page_path: '', drop_reason: 'spam_referrer' },
  ]);
});

test('answers a single invalid ping with the invalid parameter', async () => {
  const answer = await ingest.ping({ page_path: '/', scroll_depth: 'deep' });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter',
        message: 'scroll_depth must be a number.',
        parameter: 'scroll_depth',
      },
    },
  });
});

test('answers a bot that its ping was dropped, and stores only that fact', async () => {
  const ping = {
    url: 'https://blog.example/a?utm_source=x',
    page_title: 'A',
    session_id: 's',
    scroll_depth: 9,
  };
  const answer = await ingest.ping(ping, { 'User-Agent': 'Googlebot/2.1' });
  expect(answer).toMatchObject({
    status: 202,
    body: { accepted: 0, dropped: [{ index: 0, reason: 'bot' }] },
  });
  expect(ingest.rows()).toEqual([
    {
      ...emptyRow,
      ping_id: uuid7,
      site_id: 'blog',
      type: 'view',
      pinged_at: '1795262400.000',
      received_at: '1795262400.000',
      drop_reason: 'bot',
    },
  ]);
});

test('dropped pings spread over the partitions', async () => {
  await ingest.ping([{ page_path: '/' }, { page_path: '/' }], { 'User-Agent': 'Googlebot/2.1' });
  expect(ingest.messages.map(({ key }) => key)).toEqual(ingest.rows().map((row) => row['ping_id']));
  expect(new Set(ingest.messages.map(({ key }) => key)).size).toBe(2);
});

test.each(['application/json', 'text/plain;charset=UTF-8', 'Application/JSON; charset=utf-8'])(
  'a body of type %s is read',
  async (type) => {
    expect(await ingest.ping({ page_path: '/' }, { 'Content-Type': type })).toMatchObject({ status: 202 });
  },
);

test('reads a body without a type', async () => {
  const body = new Blob([JSON.stringify({ page_path: '/' })]);
  expect(await ingest.send('POST', '/api/ping', {}, body)).toMatchObject({ status: 202 });
});

test('reads a gzipped body', async () => {
  const body = gzipSync(JSON.stringify({ page_path: '/' }));
  expect(await ingest.send('POST', '/api/ping', { 'Content-Encoding': 'gzip' }, body)).toMatchObject({
    status: 202,
  });
});

test('a sender with the key sets time, address and user agent', async () => {
  const who = { timestamp: '2026-11-01T00:00:00Z', ip: '203.0.113.9', user_agent: firefox };
  const headers = { Authorization: `bearer ${apiKey}`, 'User-Agent': 'import/1.0' };
  expect(await ingest.ping({ page_path: '/', ...who }, headers)).toMatchObject({ status: 202 });
  expect(ingest.rows()[0]).toMatchObject({
    pinged_at: '1793491200.000',
    received_at: '1795262400.000',
    ip: '203.0.113.9',
    browser: 'Firefox',
  });
});

test('a wrong key is refused', async () => {
  const answer = await ingest.ping({ page_path: '/' }, { Authorization: 'Bearer wrong' });
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(ingest.rows()).toEqual([]);
});

test('answers no 202 while the log is unavailable', async () => {
  ingest.state.logAway = true;
  const answer = await ingest.ping({ page_path: '/' });
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('answers a dropped ping, too, only once the log has it', async () => {
  ingest.state.logAway = true;
  expect(await ingest.ping({ page_path: '/' }, { 'User-Agent': 'curl/8' })).toMatchObject({ status: 503 });
});

test('every site may send pings and read the answer', async () => {
  const preflight = await ingest.send('OPTIONS', '/api/ping', { Origin: 'https://a.example' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  const refused = await ingest.ping('nonsense');
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s is not allowed for pings', async (method) => {
  const answer = await ingest.send(method, '/api/ping');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
});

test('every answer has a request id, that of the caller if it sent one', async () => {
  const own = await ingest.ping({ page_path: '/' }, { 'X-Request-Id': 'abc-1' });
  expect(own.headers.get('x-request-id')).toBe('abc-1');
  const refused = await ingest.ping('nonsense', { 'X-Request-Id': 'a b' });
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('closing flushes messages that wait for the log', async () => {
  const answers = ['/a', '/b', '/c'].map((page_path) => ingest.ping({ page_path }));
  await Promise.race(answers);
  await ingest.close();
  const accepted = (await Promise.allSettled(answers)).filter(
    (answer) => answer.status === 'fulfilled' && answer.value.status === 202,
  );
  expect(ingest.rows()).toHaveLength(accepted.length);
});
