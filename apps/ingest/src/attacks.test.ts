/**
 * Attacks by a few bad senders on all others. A ping sent during each attack must get 202. The service's own
 * metrics show that memory stays bounded.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { usedMemory } from '../../../test/harness/used-memory.ts';
import { refusal } from './answers-under-test.ts';
import {
  firefox,
  forwarded,
  type IngestUnderTest,
  ingestUnderTest,
  keyed,
  still,
} from './ingest-under-test.ts';
import type { IngestDeps } from './start.ts';

const mebibyte = 1024 * 1024;
const attacker = forwarded('203.0.113.9');
let ingest: IngestUnderTest;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await ingest.close();
});

/** Starts the service behind a proxy. */
async function start(env: Record<string, string> = {}, deps: Partial<IngestDeps> = {}) {
  ingest = await ingestUnderTest({ TRUST_PROXY: '1', ...env }, { ...still(), ...deps });
}

async function attack(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(ingest.url).port), '127.0.0.1');
  socket.on('error', () => {}).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

const post = 'POST /api/ping HTTP/1.1\r\nHost: a\r\n';
const head = (length: number) => `${post}User-Agent: ${firefox}\r\nContent-Length: ${length}\r\n\r\n`;

/** The status of a ping sent on a new connection. */
async function ping(): Promise<number> {
  const headers = { 'User-Agent': firefox, 'Content-Type': 'application/json' };
  const req = request(`${ingest.url}/api/ping`, { method: 'POST', headers, agent: new Agent() });
  const [response] = await once(req.end('{"page_path": "/"}'), 'response');
  return response.resume().statusCode;
}

const metric = async (name: string) =>
  Object.values(await ingest.metric(`tallyhouse_ingest_${name}`))[0] ?? Number.NaN;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

function holdLog(): () => void {
  let letGo = (): void => {};
  ingest.state.logAnswers = new Promise((resolve) => {
    letGo = resolve;
  });
  return letGo;
}

test.each([
  ['send nothing', '', ''],
  ['drip their head', `${post}X: `, 'x'],
  ['drip their body', `${head(1000)}{`, ' '],
  ['drip a chunked body', `${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['were used once', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  ['send an unexpected body', 'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n', ''],
])('more connections than allowed that %s neither shut out nor disconnect others', async (_, first, drip) => {
  await start({ MAX_CONNECTIONS: '10' });
  const letGo = holdLog();
  const before = ping();
  await until(async () => (await metric('buffer_bytes')) !== 0);
  for (let i = 0; i < 50; i++) await attack(first);
  const dripping = setInterval(() => {
    for (const socket of sockets) if (drip !== '' && socket.writable) socket.write(drip);
  }, 5);
  const during = ping();
  letGo();
  expect([await before, await during, await ping()]).toEqual([202, 202, 202]);
  expect(await metric('connections')).toBeLessThanOrEqual(10);
  expect(await metric('connections_closed_total')).toBeGreaterThanOrEqual(40);
  clearInterval(dripping);
});

test('withstands five hundred idle connections', async () => {
  await start();
  for (let i = 0; i < 5; i++) await Promise.all(Array.from({ length: 100 }, () => attack('')));
  expect(await ping()).toBe(202);
  expect([await metric('connections_closed_total'), await metric('connections_limit')]).toEqual([0, 10_000]);
});

test('large bodies that never end stay within the limit and shut nobody out', async () => {
  await start({ BODY_MEMORY_MB: '4' });
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

test('a body in chunks of one byte takes no more memory than its bytes', async () => {
  await start();
  const before = usedMemory();
  await attack(`${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(200_000)}`);
  await until(async () => (await metric('bodies_bytes')) === 200_000);
  expect(usedMemory() - before).toBeLessThan(10 * mebibyte);
});

const padded = (bytes: number) => JSON.stringify([{ page_path: '/', ignored: 'x'.repeat(bytes) }]);
const batch = JSON.stringify(Array.from({ length: 500 }, () => ({ page_path: `/${'x'.repeat(1000)}` })));

const plain = { zipped: false, most: 2, pings: 1, message: 'The server is overloaded. Please try again.' };
const zipped = { ...plain, zipped: true };
const many = {
  zipped: false,
  most: 1,
  pings: 500,
  message: 'The pings could not be stored. Please try again.',
};

test.each([
  ['bodies', 'BODY_MEMORY_MB', 'bodies_bytes', padded(700_000), plain],
  ['inflated bodies', 'BODY_MEMORY_MB', 'bodies_bytes', padded(900_000), zipped],
  ['messages', 'BUFFER_MEMORY_MB', 'buffer_bytes', batch, many],
])('while the log is slow, %s are kept within %s, and the newest are to be sent again', async (...row) => {
  const [, setting, held, text, { zipped, most, pings, message }] = row;
  await start({ [setting]: String(most) });
  const letGo = holdLog();
  const send = () => (zipped ? ingest.pingGzipped(text) : ingest.ping(text));
  const kept = Array.from({ length: most }, send);
  await until(async () => (await metric(held)) >= most * text.length);
  const full = await metric(held);
  expect(full).toBeLessThanOrEqual(most * mebibyte);
  const answer = await send();
  expect(answer).toMatchObject(refusal(503, 'unavailable', { message }));
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await metric(held)).toBe(full);
  letGo();
  expect(await Promise.all(kept)).toMatchObject(Array(most).fill({ status: 202 }));
  expect(await metric(held)).toBe(0);
  expect(await ingest.metric('tallyhouse_ingest_pings_total')).toMatchObject({
    '{outcome="accepted",reason=""}': most * pings,
    '{outcome="refused",reason=""}': pings,
  });
});

describe('one address that sends bombs', () => {
  const random = Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2, 10)).join('","');

  test.each([
    ['brackets, gzipped', gzipSync('['.repeat(mebibyte))],
    ['blanks, gzipped', gzipSync(' '.repeat(mebibyte))],
    ['an invalid batch, gzipped', gzipSync(`["${random}"]`)],
    ['numbers in a ping of a batch, gzipped', gzipSync(`[{"x":["${random}"]}]`)],
    ['brackets', '['.repeat(mebibyte)],
    ['many keys', `[{${'"a":1,'.repeat(mebibyte / 6).slice(0, -1)}}]`],
  ])('%s: all but a few are refused unread, and others are heard', async (_what, body) => {
    await start();
    const statuses: number[] = [];
    const send = () =>
      typeof body === 'string' ? ingest.ping(body, attacker) : ingest.pingGzipped(body, attacker);
    // Eight at a time: each must reckon with what the others have spent.
    const keepSending = async () => {
      while (statuses.length < 24) statuses.push((await send()).status);
    };
    await Promise.all(Array.from({ length: 8 }, keepSending));
    expect(await ping()).toBe(202);
    // A full bucket holds 1,000 KiB; the last request may take it one body below zero.
    expect(await metric('inflated_bytes_total')).toBeLessThanOrEqual(2 * mebibyte);
    expect(await metric('parsed_bodies_total')).toBeLessThanOrEqual(3);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(16);
    expect([202, 400, 413, 429]).toEqual(expect.arrayContaining(statuses));
  });

  test('a sender with the key may send bodies that compress well', async () => {
    await start();
    const well = JSON.stringify(Array.from({ length: 500 }, () => ({ page_path: `/${'a'.repeat(1500)}` })));
    expect(await ingest.pingGzipped(well, attacker)).toMatchObject({ status: 413 });
    expect(await ingest.pingGzipped(well, { ...attacker, ...keyed })).toMatchObject({ status: 202 });
  });

  test('a pixel is charged like a ping', async () => {
    await start({ RATE_LIMIT_BURST: '20' });
    expect(await ingest.pixel('page_path=/', attacker)).toMatchObject({ status: 200 });
    // A URL of 15 KiB.
    const long = { page_path: '/', x: 'x'.repeat(15_000) };
    for (const status of [200, 429]) expect(await ingest.pixel(long, attacker)).toMatchObject({ status });
    expect(await metric('pings_total')).toBe(2);
  });

  test('long texts cost one token per KiB, in the log too', async () => {
    await start();
    const text = '\u4e00';
    const page = { page_path: `/${text.repeat(1999)}`, page_title: text.repeat(500) };
    const long = { ...page, referrer: `https://example.org/${text.repeat(1900)}` };
    for (let sent = 0; sent < 100; sent++) await ingest.ping(long, attacker);
    const stored = ingest.messages.reduce((bytes, { value }) => bytes + value.length, 0);
    expect(stored).toBeGreaterThan(500 * 1024);
    expect(stored).toBeLessThanOrEqual(1020 * 1024);
  });
});

test('a batch of 500 ordinary pings costs 500 tokens, and a full bucket lets the largest batch through', async () => {
  await start();
  const uuid = (i: number) => `01a1ff64-fd85-7dc0-9eaf-${String(i).padStart(12, '0')}`;
  const ordinary = Array.from({ length: 500 }, (_, i) => ({
    site_id: 'blog',
    visitor_id: uuid(i),
    session_id: uuid(i),
    pageview_id: uuid(i),
    url: `https://example.org/articles/${i}?utm_source=newsletter`,
    page_title: 'An article of the usual length - Example',
    referrer: 'https://www.google.com/',
  }));
  const send = (pings: object[], sender: Record<string, string>) =>
    ingest.pingGzipped(JSON.stringify(pings), sender);
  for (const status of [202, 202, 429]) expect(await send(ordinary, attacker)).toMatchObject({ status });
  const largest = ordinary.map((one) => ({ ...one, page_title: randomBytes(880).toString('hex') }));
  expect(JSON.stringify(largest).length).toBeGreaterThan(1_000 * 1024);
  expect(await send(largest, forwarded('203.0.113.8'))).toMatchObject({ status: 202 });
});

test('holds back senders over their limit, on at most a tenth of the connections', async () => {
  const pauses: (() => void)[] = [];
  const pause = (ms: number) => {
    expect(ms).toBe(1000);
    return new Promise<void>((resolve) => pauses.push(resolve));
  };
  await start({ RATE_LIMIT_BURST: '1', MAX_CONNECTIONS: '20' }, { pause });
  const send = async () => (await ingest.ping({ page_path: '/' }, attacker)).status;
  expect(await send()).toBe(202);
  const held = [send(), send()];
  await until(async () => pauses.length === 2);
  expect(await send()).toBe(429);
  expect(await ping()).toBe(202);
  expect(await Promise.race([...held, 'still held'])).toBe('still held');
  for (const goOn of pauses) goOn();
  expect(await Promise.all(held)).toEqual([429, 429]);
});
