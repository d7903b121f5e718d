import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { createLogger } from '@tallyhouse/service';
import { refusal, taken } from './answers-under-test.ts';
import {
  apiKey,
  bearer,
  firefox,
  forwarded,
  ingestOfFile,
  ingestUnderTest,
  keyed,
  still,
} from './ingest-under-test.ts';
import { createServer } from './server.ts';

const ingest = ingestOfFile();
const aPing = { page_path: '/' };

/** Starts a service behind a proxy, with these limits. */
const startLimited = (env: Record<string, string>) => ingestUnderTest({ TRUST_PROXY: '1', ...env }, still());

/** Sends bytes and returns all that it receives until the server closes the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  return text(socket);
}

const post = 'POST /api/ping HTTP/1.1\r\nHost: a\r\n';

const words = 'percent-encoded, as %C3%A9 is é';
test.each<[string, string, number, string, string?]>([
  ['nonsense', 'nonsense\r\n\r\n', 400, 'invalid_body'],
  ['an address in bare UTF-8', 'GET /é HTTP/1.1\r\n\r\n', 400, 'invalid_body', words],
  ['a request without Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'invalid_body', 'no header Host'],
  ['TLS', '\x16\x03\x01\x02\x00\x01', 400, 'invalid_body'],
  ['a length that is no number', `${post}Content-Length: x\r\n\r\n`, 400, 'invalid_body'],
  ['large headers', `${post}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
])('%s is answered in JSON, and the connection closed', async (_name, bytes, status, code, words = '') => {
  const answer = await exchange(Number(new URL(ingest.url).port), bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of ['Connection: close', 'Access-Control-Allow-Origin: *', 'X-Request-Id: ']) {
    expect(answer).toContain(header);
  }
  const error = { code, message: expect.stringContaining(words) };
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error });
});

const late = /^HTTP\/1\.1 400 .*"invalid_body"/s;
test.each([
  ['head', post, late],
  ['body', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, late],
  // A browser opens connections ahead of its requests, which would have the answer.
  ['request', '', /^$/],
])('after a %s that does not arrive in time the connection is closed', async (_, bytes, answer) => {
  // Long enough for the bytes to be read first: a connection without any is reset if they come meanwhile.
  const timeouts = { requestTimeout: 2000, headersTimeout: 2000, connectionsCheckingInterval: 200 };
  const server = createServer(new Map(), () => {}, { timeouts, maxConnections: 10 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await exchange(port, bytes)).toMatch(answer);
  server.close();
});

test('an unknown path is answered in JSON', async () => {
  const answer = await ingest.send('GET', '/api/ping/');
  expect(answer).toMatchObject(refusal(404, 'not_found'));
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('x-request-id')).not.toBeNull();
});

test('a path may come as a whole address, as proxies send it', async () => {
  const head = `GET http://stats.example/api/ping.gif?page_path=/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
  const answer = await exchange(Number(new URL(ingest.url).port), `${head}User-Agent: ${firefox}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(ingest.column('page_path')).toEqual(['/a']);
});

test('an expectation that Node does not know is ignored', async () => {
  const head = 'GET /api/nothing HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n';
  const answer = await exchange(Number(new URL(ingest.url).port), head);
  expect(answer).toMatch(/^HTTP\/1.1 404 .*X-Request-Id: .*Access-Control-Allow-Origin: .*"not_found"/s);
});

test.each(['http://', 'http://[bad/', 'ftp://a/api/ping.gif'])('%s is no address', async (target) => {
  const { port } = new URL(ingest.url);
  const answer = await exchange(Number(port), `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 400 .*X-Request-Id: .*"code":"invalid_body"/s);
});

test('excluded addresses and unknown sites are dropped', async () => {
  await using strict = await startLimited({ SITES: 'blog', EXCLUDED_IPS: '203.0.113.0/24' });
  const office = await strict.ping(aPing, forwarded('203.0.113.7'));
  expect(office.body).toEqual(taken(0, { 0: 'excluded_ip' }).body);
  const shop = await strict.ping({ ...aPing, site_id: 'shop' });
  expect(shop.body).toEqual(taken(0, { 0: 'unknown_site' }).body);
});

test.each([
  ['an address has', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
  ['the addresses of an IPv6 network share', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
  ...['127.0.0.1', '::1', '127.0.0.1, 127.0.0.2', 'localhost', '', ','].map((sent) => [
    `a sender forwarded as ${JSON.stringify(sent)} has`,
    sent,
    sent,
  ]),
])('%s a limit; others have their own, and a program on this machine has none', async (_, ...senders) => {
  const [first = '', again = '', ...others] = senders;
  await using limited = await startLimited({ RATE_LIMIT: '1', RATE_LIMIT_BURST: '2' });
  const send = (headers: Record<string, string>) => limited.ping([aPing, aPing], headers);
  expect(await send(forwarded(first))).toMatchObject({ status: 202 });
  const refused = await send(forwarded(again));
  expect(refused).toMatchObject(refusal(429, 'rate_limited'));
  // Refused by its head: its number of pings is not known yet.
  expect(refused.headers.get('retry-after')).toBe('1');
  for (const headers of [...others.map(forwarded), {}, {}, {}]) {
    expect(await send(headers)).toMatchObject({ status: 202 });
  }
});

test('a clock that is set back keeps no limit up: of pings, sites, keys or their tries', async () => {
  let [now, passed] = [Date.now(), 0];
  const env = { RATE_LIMIT: '1', RATE_LIMIT_BURST: '1', SITE_RATE_LIMIT: '1' };
  const clocks = { clock: () => now, ticks: () => passed };
  await using set = await ingestUnderTest({ TRUST_PROXY: '1', ...env }, clocks);
  const from = forwarded('203.0.113.7');
  const guess = () => set.send('GET', '/metrics', { ...bearer('a key that is wrong'), ...from });
  const statuses = async () => [(await set.ping(aPing, from)).status, (await guess()).status];
  for (let tries = 1; tries < 20; tries++) await guess();
  expect([await statuses(), await statuses()]).toEqual([
    [202, 401],
    [429, 429],
  ]);
  now -= 86_400_000;
  expect(await statuses()).toEqual([429, 429]);
  passed += 6000;
  expect(await statuses()).toEqual([202, 401]);
});

test('answers senders to a site over its limit with 429', async () => {
  await using limited = await startLimited({ SITE_RATE_LIMIT: '1', RATE_LIMIT_BURST: '1' });
  for (const status of [202, 429]) expect(await limited.ping(aPing)).toMatchObject({ status });
  expect(await limited.ping({ ...aPing, site_id: 'shop' })).toMatchObject({ status: 202 });
});

test('refuses wrong keys, then limits them, for pings and metrics together', async () => {
  const warnings: string[] = [];
  const logger = createLogger('ingest', 'silent');
  logger.warn = (about: unknown) => {
    warnings.push(JSON.stringify(about));
  };
  await using guarded = await ingestUnderTest({ TRUST_PROXY: '1' }, { logger, ...still() });
  const [guesser, other] = ['203.0.113.9', '203.0.113.8'].map(forwarded);
  const statuses: number[] = [];
  for (let i = 0; i < 15; i++) {
    const headers = { ...bearer(`a wrong key, number ${i}`), ...guesser };
    statuses.push((await guarded.ping(aPing, headers)).status);
    statuses.push((await guarded.send('GET', '/metrics', headers)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
  const limited = await guarded.ping(aPing, { ...keyed, ...guesser });
  expect(limited).toMatchObject(refusal(429, 'rate_limited'));
  expect(limited.headers.get('retry-after')).toBe('6');
  expect(await guarded.ping(aPing, { ...keyed, ...other })).toMatchObject({ status: 202 });
  expect(await guarded.ping(aPing, guesser)).toMatchObject({ status: 202 });
  expect(warnings).toEqual(['{"address":"203.0.113.9"}']);
  const counted = { '{outcome="refused"}': 20, '{outcome="limited"}': 11 };
  expect(await guarded.metric('tallyhouse_ingest_wrong_keys_total')).toEqual(counted);
});

test('the metrics require the key, or a separate port', async () => {
  expect(await ingest.send('GET', '/metrics')).toMatchObject(refusal(401, 'unauthorized'));
  expect(await ingest.send('GET', '/metrics', bearer(apiKey))).toMatchObject({ status: 200 });
  await using elsewhere = await ingestUnderTest({ METRICS_PORT: '0' });
  expect(await elsewhere.send('GET', '/metrics', keyed)).toMatchObject({ status: 404 });
  expect(await elsewhere.send('GET', '/readyz')).toMatchObject({ status: 200 });
});

test('health reports the process, readiness the log', async () => {
  const ready = { status: 200, body: { status: 'ok', checks: { log: 'ok' } } };
  expect(await ingest.send('GET', '/readyz')).toMatchObject(ready);
  await using cutOff = await ingestUnderTest();
  cutOff.state.logAway = true;
  expect(await cutOff.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  const checks = { log: 'the log is away' };
  expect(await cutOff.send('GET', '/readyz')).toMatchObject({ status: 503, body: { checks } });
  for (const path of ['/healthz', '/readyz'])
    expect(await cutOff.send('POST', path)).toMatchObject({ status: 405 });
  for (const method of ['GET', 'POST'])
    expect(await cutOff.send(method, '/readyz/consumer')).toMatchObject({ status: 404 });
});

describe('with a floor for the disk', () => {
  /** More than any disk has: a hundred million MiB. */
  const outOfReach = { DISK_FLOOR_MB: '100000000' };
  const message = "The server's disk is nearly full: only pings with the key are accepted.";
  const nearlyFull = refusal(503, 'unavailable', { message });

  test('pings and pixels below it are accepted only with the key', async () => {
    await using full = await ingestUnderTest(outOfReach, { logFolder: tmpdir() });
    const refused = await full.ping(aPing);
    expect(refused).toMatchObject(nearlyFull);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await full.pixel('page_path=/')).toMatchObject(nearlyFull);
    expect(await full.ping(aPing, keyed)).toMatchObject({ status: 202 });
    const checks = { log: 'ok', disk: expect.stringContaining('DISK_FLOOR_MB is 100000000') };
    expect(await full.send('GET', '/readyz')).toMatchObject({ status: 503, body: { checks } });
    const ofDisk = ['free', 'floor'].map((name) => full.metric(`tallyhouse_ingest_disk_${name}_bytes`));
    expect(await Promise.all(ofDisk)).toEqual([{ '': expect.any(Number) }, { '': 1e8 * 1024 ** 2 }]);
    expect(await full.metric('tallyhouse_ingest_pings_total')).toMatchObject({
      '{outcome="refused",reason=""}': 2,
      '{outcome="accepted",reason=""}': 1,
    });
  });

  test.each([
    ['a floor of 0', { DISK_FLOOR_MB: '0' }, tmpdir()],
    ['a log that is elsewhere', outOfReach, undefined],
  ])('with %s there is nothing to check', async (_what, env, logFolder) => {
    await using unwatched = await ingestUnderTest(env, { logFolder });
    expect(await unwatched.ping(aPing)).toMatchObject({ status: 202 });
    const { status, body } = await unwatched.send('GET', '/readyz');
    expect([status, body]).toMatchObject([200, { checks: { log: 'ok' } }]);
    expect(await unwatched.metric('tallyhouse_ingest_disk_free_bytes')).toEqual({});
  });
});
