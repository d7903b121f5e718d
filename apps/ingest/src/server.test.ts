import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createLogger } from '@tallyhouse/service';
import { apiKey, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';
import { createServer } from './server.ts';

/** Sends bytes and returns all that it receives until the server closes the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('invalid HTTP', () => {
  let ingest: IngestUnderTest;
  beforeAll(async () => {
    ingest = await ingestUnderTest();
  });
  afterAll(() => ingest.close());

  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'invalid_body'],
    ['TLS', '\x16\x03\x01\x02\x00\x01', 400, 'invalid_body'],
    [
      'a length that is no number',
      'POST /api/ping HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      400,
      'invalid_body',
    ],
    [
      'large headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s is answered in JSON, and the connection closed', async (_name, bytes, status, code) => {
    const answer = await exchange(Number(new URL(ingest.url).port), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Connection: close');
    expect(answer).toContain('Access-Control-Allow-Origin: *');
    expect(answer).toContain('X-Request-Id: ');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code } });
  });

  test('an unknown path is answered in JSON', async () => {
    const answer = await ingest.send('GET', '/api/ping/');
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });
});

test.each([
  ['head', 'POST / HTTP/1.1\r\nHost: a\r\n'],
  ['body', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
])(
  'a %s that does not arrive in time is answered in JSON, and the connection closed',
  async (_part, bytes) => {
    const timeouts = { requestTimeout: 20, headersTimeout: 20, connectionsCheckingInterval: 10 };
    const server = createServer(new Map(), () => {}, { timeouts, maxConnections: 10 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await exchange(port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"invalid_body"/s);
    server.close();
  },
);

test('the paths are those of the settings', async () => {
  const ingest = await ingestUnderTest({ PING_PATH: '/in', TRACKER_PATH: '/s.js' });
  expect(await ingest.send('POST', '/in?x=1', {}, '{"page_path": "/"}')).toMatchObject({ status: 202 });
  expect(await ingest.send('GET', '/in.gif?page_path=/')).toMatchObject({ status: 200 });
  expect(await ingest.send('GET', '/s.js')).toMatchObject({ status: 200 });
  expect(await ingest.ping({ page_path: '/' })).toMatchObject({ status: 404 });
  await ingest.close();
});

test('excluded addresses and unknown sites are dropped', async () => {
  const ingest = await ingestUnderTest({ SITES: 'blog', EXCLUDED_IPS: '203.0.113.0/24', TRUST_PROXY: '1' });
  const office = await ingest.ping({ page_path: '/' }, { 'X-Forwarded-For': '203.0.113.7' });
  expect(office.body).toEqual({ accepted: 0, dropped: [{ index: 0, reason: 'excluded_ip' }] });
  const shop = await ingest.ping({ page_path: '/', site_id: 'shop' });
  expect(shop.body).toEqual({ accepted: 0, dropped: [{ index: 0, reason: 'unknown_site' }] });
  await ingest.close();
});

test('answers an address over its limit when to retry', async () => {
  const now = Date.now();
  const ingest = await ingestUnderTest(
    { RATE_LIMIT: '1', RATE_LIMIT_BURST: '2', TRUST_PROXY: '1' },
    { clock: () => now },
  );
  const from = (ip: string) =>
    ingest.ping([{ page_path: '/' }, { page_path: '/' }], { 'X-Forwarded-For': ip });
  expect(await from('203.0.113.7')).toMatchObject({ status: 202 });
  const refused = await from('203.0.113.7');
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  // Refused by its head: its number of pings is not known yet.
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await from('203.0.113.8')).toMatchObject({ status: 202 });
  await ingest.close();
});

test.each(['127.0.0.1', '::1', '127.0.0.1, 127.0.0.2', 'localhost', '', ','])(
  'a sender forwarded as %j is limited like others, a program on this machine is not',
  async (forwarded) => {
    const now = Date.now();
    const ingest = await ingestUnderTest(
      { RATE_LIMIT: '1', RATE_LIMIT_BURST: '1', TRUST_PROXY: '1' },
      { clock: () => now },
    );
    const ping = (headers: Record<string, string>) => ingest.ping({ page_path: '/' }, headers);
    expect(await ping({ 'X-Forwarded-For': forwarded })).toMatchObject({ status: 202 });
    expect(await ping({ 'X-Forwarded-For': forwarded })).toMatchObject({ status: 429 });
    for (let i = 0; i < 3; i++) expect(await ping({})).toMatchObject({ status: 202 });
    await ingest.close();
  },
);

test('refuses wrong keys, then limits them, for pings and metrics together', async () => {
  const warnings: string[] = [];
  const logger = createLogger('ingest', 'silent');
  logger.warn = (about: unknown) => {
    warnings.push(JSON.stringify(about));
  };
  const now = Date.now();
  const ingest = await ingestUnderTest({ TRUST_PROXY: '1' }, { logger, clock: () => now });
  const guess = (key: string, forwarded: string) => ({
    Authorization: `Bearer ${key}`,
    'X-Forwarded-For': forwarded,
  });
  const statuses: number[] = [];
  for (let i = 0; i < 15; i++) {
    const headers = guess(`wrong ${i}`, '203.0.113.9');
    statuses.push((await ingest.ping({ page_path: '/' }, headers)).status);
    statuses.push((await ingest.send('GET', '/metrics', headers)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
  const limited = await ingest.ping({ page_path: '/' }, guess(apiKey, '203.0.113.9'));
  expect(limited).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(limited.headers.get('retry-after')).toBe('6');
  expect(await ingest.ping({ page_path: '/' }, guess(apiKey, '203.0.113.8'))).toMatchObject({ status: 202 });
  expect(await ingest.ping({ page_path: '/' }, { 'X-Forwarded-For': '203.0.113.9' })).toMatchObject({
    status: 202,
  });
  expect(warnings).toEqual(['{"address":"203.0.113.9"}']);
  expect(await ingest.metric('tallyhouse_ingest_wrong_keys_total')).toEqual({
    '{outcome="refused"}': 20,
    '{outcome="limited"}': 11,
  });
  await ingest.close();
});

test.each(['api key', 'x'.repeat(15), '🔑'.repeat(8)])('%j is too short for a key', async (key) => {
  const start = ingestUnderTest({ API_KEY: key });
  await expect(start).rejects.toThrow(
    'API_KEY: at least 16 characters. Create one with: openssl rand -base64 24',
  );
});

test('the metrics require the key, or a separate port', async () => {
  const ingest = await ingestUnderTest();
  const withKey = { Authorization: `Bearer ${apiKey}` };
  expect(await ingest.send('GET', '/metrics')).toMatchObject({
    status: 401,
    body: { error: { code: 'unauthorized' } },
  });
  expect(await ingest.send('GET', '/metrics', withKey)).toMatchObject({ status: 200 });
  await ingest.close();
  const elsewhere = await ingestUnderTest({ METRICS_PORT: '0' });
  expect(await elsewhere.send('GET', '/metrics', withKey)).toMatchObject({ status: 404 });
  expect(await elsewhere.send('GET', '/readyz')).toMatchObject({ status: 200 });
  await elsewhere.close();
});

test('the addresses of one IPv6 network share their limit', async () => {
  const now = Date.now();
  const ingest = await ingestUnderTest(
    { RATE_LIMIT: '1', RATE_LIMIT_BURST: '1', TRUST_PROXY: '1' },
    { clock: () => now },
  );
  const from = (ip: string) => ingest.ping({ page_path: '/' }, { 'X-Forwarded-For': ip });
  expect(await from('2001:db8:0:1::1')).toMatchObject({ status: 202 });
  expect(await from('2001:db8:0:1:ffff::2')).toMatchObject({ status: 429 });
  expect(await from('2001:db8:0:2::1')).toMatchObject({ status: 202 });
  await ingest.close();
});

test('answers senders to a site over its limit with 429', async () => {
  const now = Date.now();
  const ingest = await ingestUnderTest({ SITE_RATE_LIMIT: '1', RATE_LIMIT_BURST: '1' }, { clock: () => now });
  expect(await ingest.ping({ page_path: '/' })).toMatchObject({ status: 202 });
  expect(await ingest.ping({ page_path: '/' })).toMatchObject({ status: 429 });
  expect(await ingest.ping({ page_path: '/', site_id: 'shop' })).toMatchObject({ status: 202 });
  await ingest.close();
});

test('is ready when it can do its job', async () => {
  const ingest = await ingestUnderTest();
  expect(await ingest.send('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ok', checks: { log: 'ok' } },
  });
  await ingest.close();
});

test('health reports the process, readiness the log', async () => {
  const ingest = await ingestUnderTest();
  ingest.state.logAway = true;
  expect(await ingest.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await ingest.send('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { checks: { log: 'the log is away' } },
  });
  expect(await ingest.send('POST', '/healthz')).toMatchObject({ status: 405 });
  await ingest.close();
});
