/**
 * What a few bad senders can do to all others. Each attack goes on while a ping is sent: it has to be answered 202. That
 * memory is bounded is told by what the service counts.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { firefox, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

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

/** A socket that sends something, and reads whatever comes. */
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

/** The status of a ping on a connection of its own. */
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

/** Makes the log wait until it is let go. */
function holdLog(): () => void {
  let letGo = (): void => {};
  ingest.state.logAnswers = new Promise((resolve) => {
    letGo = resolve;
  });
  return letGo;
}

describe('more connections than allowed', () => {
  test.each([
    ['that say nothing', '', ''],
    ['whose head drips', 'POST /api/ping HTTP/1.1\r\nHost: a\r\nX: ', 'x'],
    ['whose body drips', `${head(1000)}{`, ' '],
    [
      'whose chunked body drips',
      'POST /api/ping HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
    ['that were used once', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''],
    ['that send a body nobody wants', 'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n', ''],
  ])('%s shut nobody out, and cut nobody off', async (_name, first, drip) => {
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

test('two thousand idle connections are borne', async () => {
  ingest = await ingestUnderTest();
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 100 }, () => attack('')));
  expect(await ping()).toBe(202);
  expect([await metric('connections_closed_total'), await metric('connections_limit')]).toEqual([0, 10_000]);
});

test('heads too large are refused one and all', async () => {
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

test('large bodies that never end hold no more than allowed, and shut nobody out', async () => {
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

test('bodies that are complete while the log is slow are kept, and the newest are told to come again', async () => {
  ingest = await ingestUnderTest({ BODY_MEMORY_MB: '2' });
  const letGo = holdLog();
  const large = JSON.stringify([{ page_path: '/', ignored: 'x'.repeat(700_000) }]);
  const kept = [ingest.ping(large), ingest.ping(large)];
  await until(async () => (await metric('bodies_bytes')) === 2 * large.length);
  const refused = await ingest.ping(large);
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', message: 'Too much is arriving at once. Send it again.' } },
  });
  expect(refused.headers.get('retry-after')).toBe('1');
  letGo();
  expect(await Promise.all(kept)).toMatchObject([{ status: 202 }, { status: 202 }]);
  expect(await metric('bodies_bytes')).toBe(0);
});

test('what gzip unpacks counts too', async () => {
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

test('when the buffer in front of the log is full, senders are told to come again', async () => {
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
