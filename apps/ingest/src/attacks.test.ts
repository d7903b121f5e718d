/**
 * What a few bad senders can do to all others. A ping sent during each attack must be answered 202. The service's own
 * metrics show that memory stays bounded.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { apiKey, firefox, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

const mebibyte = 1024 * 1024;
let ingest: IngestUnderTest;
let sockets: Socket[];
beforeEach(() => {
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await ingest.close();
});

/** A socket that sends something and collects all that it receives. */
async function attack(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(ingest.url).port), '127.0.0.1');
  socket.on('error', () => {}).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

const head = (length: number) =>
  `POST /api/ping HTTP/1.1\r\nHost: a\r\nUser-Agent: ${firefox}\r\nContent-Length: ${length}\r\n\r\n`;

/** The status of a ping sent on a new connection. */
function ping(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': firefox, 'Content-Type': 'application/json' };
    const req = request(`${ingest.url}/api/ping`, { method: 'POST', headers, agent: new Agent() });
    req.on('response', (response) => resolve(response.resume().statusCode));
    req.on('error', reject);
    req.end('{"page_path": "/"}');
  });
}

const metric = async (name: string) => Object.values(await ingest.metric(`tallyhouse_ingest_${name}`))[0];

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

/** Blocks the log until it is released. */
function holdLog(): () => void {
  let letGo = (): void => {};
  ingest.state.logAnswers = new Promise((resolve) => {
    letGo = resolve;
  });
  return letGo;
}

describe('more connections than allowed', () => {
  test.each([
    ['that send nothing', '', ''],
    ['whose head drips', 'POST /api/ping HTTP/1.1\r\nHost: a\r\nX: ', 'x'],
    ['whose body drips', `${head(1000)}{`, ' '],
    [
      'whose chunked body drips',
      'POST /api/ping HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
    ['that were used once', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''],
    ['that send an unexpected body', 'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n', ''],
  ])('%s neither shut out nor disconnect others', async (_name, first, drip) => {
    ingest = await ingestUnderTest({ MAX_CONNECTIONS: '20' });
    const letGo = holdLog();
    const before = ping();
    await until(async () => (await metric('buffer_bytes')) !== 0);
    for (let i = 0; i < 100; i++) await attack(first);
    const dripping = setInterval(() => {
      for (const socket of sockets) if (drip !== '' && socket.writable) socket.write(drip);
    }, 5);
    const during = ping();
    letGo();
    expect([await before, await during, await ping()]).toEqual([202, 202, 202]);
    expect(await metric('connections')).toBeLessThanOrEqual(20);
    expect(await metric('connections_closed_total')).toBeGreaterThanOrEqual(80);
    clearInterval(dripping);
  });
});

test('withstands two thousand idle connections', async () => {
  ingest = await ingestUnderTest();
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 100 }, () => attack('')));
  expect(await ping()).toBe(202);
  expect([await metric('connections_closed_total'), await metric('connections_limit')]).toEqual([0, 10_000]);
});

test('refuses every head that is too large', async () => {
  ingest = await ingestUnderTest();
  const answers: string[] = [];
  for (let i = 0; i < 100; i++) {
    const socket = await attack(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(16 * 1024)}`);
    socket.once('data', (answer) => answers.push(String(answer).slice(0, 12)));
  }
  expect(await ping()).toBe(202);
  await until(async () => answers.length === 100);
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 431']));
});

test('large bodies that never end stay within the limit and shut nobody out', async () => {
  ingest = await ingestUnderTest({ BODY_MEMORY_MB: '4' });
  const answers: string[] = [];
  for (let i = 0; i < 20; i++) {
    const socket = await attack(head(mebibyte) + ' '.repeat(mebibyte - 1000));
    socket.once('data', (answer) => answers.push(String(answer)));
    expect(await metric('bodies_bytes')).toBeLessThanOrEqual(4 * mebibyte);
  }
  expect(await ping()).toBe(202);
  await until(async () => answers.length === 16);
  expect(answers.every((answer) => /^HTTP\/1\.1 503 .*Retry-After: 1\r\n/s.test(answer))).toBe(true);
  expect(await metric('bodies_refused_total')).toBe(16);
});

test('keeps complete bodies while the log is slow, and answers the newest to retry', async () => {
  ingest = await ingestUnderTest({ BODY_MEMORY_MB: '2' });
  const letGo = holdLog();
  const large = JSON.stringify([{ page_path: '/', ignored: 'x'.repeat(700_000) }]);
  const kept = [ingest.ping(large), ingest.ping(large)];
  await until(async () => (await metric('bodies_bytes')) === 2 * large.length);
  const refused = await ingest.ping(large);
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', message: 'The server is overloaded; retry.' } },
  });
  expect(refused.headers.get('retry-after')).toBe('1');
  letGo();
  expect(await Promise.all(kept)).toMatchObject([{ status: 202 }, { status: 202 }]);
  expect(await metric('bodies_bytes')).toBe(0);
});

test('decompressed bytes count too', async () => {
  ingest = await ingestUnderTest({ BODY_MEMORY_MB: '2' });
  const letGo = holdLog();
  const packed = gzipSync(JSON.stringify([{ page_path: '/', ignored: 'x'.repeat(900_000) }]));
  const send = () => ingest.send('POST', '/api/ping', { 'Content-Encoding': 'gzip' }, packed);
  const kept = [send(), send()];
  await until(async () => ((await metric('bodies_bytes')) ?? 0) > 1_800_000);
  expect(await send()).toMatchObject({ status: 503 });
  letGo();
  expect(await Promise.all(kept)).toMatchObject([{ status: 202 }, { status: 202 }]);
});

test('when the buffer for the log is full, senders are answered to retry', async () => {
  ingest = await ingestUnderTest({ BUFFER_MEMORY_MB: '1' });
  const letGo = holdLog();
  const batch = Array.from({ length: 500 }, () => ({ page_path: `/${'x'.repeat(1000)}` }));
  const kept = [ingest.ping(batch)];
  await until(async () => (await metric('buffer_bytes')) !== 0);
  const held = await metric('buffer_bytes');
  expect(held).toBeLessThanOrEqual(mebibyte);
  const refused = await ingest.ping(batch);
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await metric('buffer_bytes')).toBe(held);
  letGo();
  expect(await Promise.all(kept)).toMatchObject([{ status: 202 }]);
  expect(await ingest.metric('tallyhouse_ingest_pings_total')).toMatchObject({
    '{outcome="accepted",reason=""}': 500,
    '{outcome="refused",reason=""}': 500,
  });
});

describe('one address that sends bombs', () => {
  const mebibyteOf = (text: string) => text.repeat(mebibyte / text.length);
  const work = async () => ({
    inflated: (await metric('inflated_bytes_total')) ?? Number.NaN,
    parsed: (await metric('parsed_bodies_total')) ?? Number.NaN,
  });
  const of = (body: Buffer, headers: Record<string, string>) =>
    ingest.send('POST', '/api/ping', { 'X-Forwarded-For': '203.0.113.9', ...headers }, body);
  const gzipped = (text: string): [Buffer, Record<string, string>] => [
    gzipSync(text),
    { 'Content-Encoding': 'gzip' },
  ];
  const random = Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2, 10)).join('","');

  test.each([
    ['brackets, gzipped', gzipped(mebibyteOf('['))],
    ['blanks, gzipped', gzipped(mebibyteOf(' '))],
    ['an invalid batch, gzipped', gzipped(`["${random}"]`)],
    ['numbers in a ping of a batch, gzipped', gzipped(`[{"x":["${random}"]}]`)],
    ['brackets', [Buffer.from(mebibyteOf('[')), {}]],
    ['many keys', [Buffer.from(`[{${mebibyteOf('"a":1,').slice(0, -1)}}]`), {}]],
  ] satisfies [string, [Buffer, Record<string, string>]][])(
    '%s: all but a few are refused unread, and others are heard',
    async (_what, [body, headers]) => {
      const now = Date.now();
      ingest = await ingestUnderTest({ TRUST_PROXY: '1' }, { clock: () => now });
      const statuses: number[] = [];
      // Eight at a time: each must reckon with what the others have spent.
      const send = async () => {
        while (statuses.length < 60) statuses.push((await of(body, headers)).status);
      };
      await Promise.all(Array.from({ length: 8 }, send));
      expect(await ping()).toBe(202);
      const refused = statuses.filter((status) => status === 429).length;
      const { inflated, parsed } = await work();
      // A full bucket holds 1,000 KiB; the last request may take it one body below zero.
      expect(inflated).toBeLessThanOrEqual(2 * mebibyte);
      expect(parsed).toBeLessThanOrEqual(3);
      expect(refused).toBeGreaterThanOrEqual(40);
      expect(new Set(statuses)).toEqual(new Set([...statuses.filter((status) => status !== 429), 429]));
      expect(statuses.every((status) => [202, 400, 413, 429].includes(status))).toBe(true);
    },
  );

  test('a sender with the key may send bodies that compress well', async () => {
    ingest = await ingestUnderTest();
    const batch = JSON.stringify(Array.from({ length: 500 }, () => ({ page_path: `/${'a'.repeat(1500)}` })));
    const headers = { 'Content-Encoding': 'gzip', 'X-Forwarded-For': '127.0.0.1' };
    const send = (more: Record<string, string>) =>
      ingest.send('POST', '/api/ping', { ...headers, ...more }, gzipSync(batch));
    expect(await send({})).toMatchObject({ status: 413 });
    expect(await send({ Authorization: `Bearer ${apiKey}` })).toMatchObject({ status: 202 });
  });

  test('a pixel is charged like a ping', async () => {
    const now = Date.now();
    ingest = await ingestUnderTest({ TRUST_PROXY: '1', RATE_LIMIT_BURST: '20' }, { clock: () => now });
    const pixel = async (query: string) =>
      (await ingest.send('GET', `/api/ping.gif?${query}`, { 'X-Forwarded-For': '203.0.113.9' })).status;
    expect(await pixel('page_path=/')).toBe(200);
    // A URL of 15 KiB.
    expect([
      await pixel(`page_path=/&x=${'x'.repeat(15_000)}`),
      await pixel(`page_path=/&x=${'x'.repeat(15_000)}`),
    ]).toEqual([200, 429]);
    expect(await metric('pings_total')).toBe(2);
  });

  test('long texts cost one token per KiB, in the log too', async () => {
    const now = Date.now();
    ingest = await ingestUnderTest({ TRUST_PROXY: '1' }, { clock: () => now });
    const text = '\u4e00';
    const ping = {
      page_path: `/${text.repeat(1999)}`,
      referrer: `https://example.org/${text.repeat(1900)}`,
      page_title: text.repeat(500),
    };
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (let sent = 0; sent < 100; sent++) await ingest.ping(ping, headers);
    const stored = ingest.messages.reduce((bytes, { value }) => bytes + value.length, 0);
    expect(stored).toBeGreaterThan(500 * 1024);
    expect(stored).toBeLessThanOrEqual(1020 * 1024);
  });
});

test('a batch of 500 ordinary pings costs 500 tokens, and a full bucket lets the largest batch through', async () => {
  const now = Date.now();
  ingest = await ingestUnderTest({ TRUST_PROXY: '1' }, { clock: () => now });
  const uuid = (i: number) => `01a1ff64-fd85-7dc0-9eaf-${String(i).padStart(12, '0')}`;
  const batch = Array.from({ length: 500 }, (_, i) => ({
    site_id: 'blog',
    visitor_id: uuid(i),
    session_id: uuid(i),
    pageview_id: uuid(i),
    url: `https://example.org/articles/${i}?utm_source=newsletter`,
    page_title: 'An article of the usual length - Example',
    referrer: 'https://www.google.com/',
  }));
  const from = (address: string, pings: unknown) =>
    ingest.send(
      'POST',
      '/api/ping',
      { 'X-Forwarded-For': address, 'Content-Encoding': 'gzip' },
      gzipSync(JSON.stringify(pings)),
    );
  expect([(await from('203.0.113.9', batch)).status, (await from('203.0.113.9', batch)).status]).toEqual([
    202, 202,
  ]);
  expect((await from('203.0.113.9', batch)).status).toBe(429);
  const largest = batch.map((ping) => ({ ...ping, page_title: randomBytes(880).toString('hex') }));
  expect(JSON.stringify(largest).length).toBeGreaterThan(1_000 * 1024);
  expect((await from('203.0.113.8', largest)).status).toBe(202);
});

test('holds back senders over their limit, on at most a tenth of the connections', async () => {
  const now = Date.now();
  const pauses: (() => void)[] = [];
  const pause = (ms: number) => {
    expect(ms).toBe(1000);
    return new Promise<void>((resolve) => pauses.push(resolve));
  };
  ingest = await ingestUnderTest(
    { TRUST_PROXY: '1', RATE_LIMIT_BURST: '1', MAX_CONNECTIONS: '20' },
    { clock: () => now, pause },
  );
  const send = async () => {
    const { status } = await ingest.ping({ page_path: '/' }, { 'X-Forwarded-For': '203.0.113.9' });
    return status;
  };
  expect(await send()).toBe(202);
  const held = [send(), send()];
  await until(async () => pauses.length === 2);
  expect(await send()).toBe(429);
  expect(await ping()).toBe(202);
  expect(await Promise.race([...held, 'still held'])).toBe('still held');
  for (const goOn of pauses) goOn();
  expect(await Promise.all(held)).toEqual([429, 429]);
});
