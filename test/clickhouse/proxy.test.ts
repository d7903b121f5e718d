import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@tallyhouse/service';
import { createProxy } from '../../packages/clickhouse/src/embedded/proxy.ts';
import { forAllTests } from '../api/shared-service.ts';
import { rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { startOwnServer } from './own-server.ts';

const server = forAllTests(() => startOwnServer('default'));
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open(): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Sends bytes, ends its own side, because some of these make a server wait for more, and stays until the other side closes. */
async function say(bytes: string | Buffer): Promise<void> {
  const socket = open();
  socket.resume().end(bytes);
  await closed(socket);
}

/** The bytes that come back until the other side closes. */
async function answerTo(bytes: string | Buffer): Promise<string> {
  const socket = open();
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.write(bytes);
  await closed(socket);
  return answer;
}

const one = () => rowsOf(server.clientOf('reader'), 'select 1 as one');

const authorization = (user: 'reader' | 'writer') =>
  `Authorization: Basic ${Buffer.from(`${user}:${server.passwords[user]}`).toString('base64')}`;
const requestHead = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost', authorization('writer'), ...headers].join('\r\n')}\r\n\r\n`;

const tlsHello = Buffer.from(`16030100c8010000c40303${'5a0d0a20'.repeat(48)}`, 'hex');

describe('ClickHouse survives whatever is sent to its port', () => {
  test.each<[string, () => string | Buffer]>([
    ['noise', () => 'GARBAGE\r\n\r\n'],
    ['a space before the path', () => ' / HTTP/1.1\r\n\r\n'],
    ['a greeting of another protocol', () => 'HELO x\r\n'],
    ['a TLS hello', () => tlsHello],
    ['half a head', () => 'GET / HTTP/1.1\r\nHo'],
    ['a head without colons', () => 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n'],
    ['an address that is too long', () => requestHead(`GET /?query=${'a'.repeat(2 * 1024 ** 2)} HTTP/1.1`)],
    ['a header that is too long', () => requestHead('GET / HTTP/1.1', `X-Long: ${'a'.repeat(200_000)}`)],
    [
      'a length beyond all numbers',
      () => requestHead('POST / HTTP/1.1', 'Content-Length: 18446744073709551615'),
    ],
    ['an unknown method', () => requestHead('BREW / HTTP/1.1')],
    ['a method that ClickHouse does not accept', () => requestHead('PATCH / HTTP/1.1')],
    ['an address with a host', () => requestHead('GET http://localhost/ping HTTP/1.1')],
    ['another version', () => requestHead('GET /ping HTTP/3.0')],
    ['a broken chunk', () => `${requestHead('POST / HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\nselect 1`],
    ['a truncated body', () => `${requestHead('POST / HTTP/1.1', 'Content-Length: 100')}select 1`],
    ['noise after a complete request', () => `${requestHead('GET /ping HTTP/1.1')}GARBAGE\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    const before = server.pid();
    await Promise.all(Array.from({ length: 20 }, () => say(bytes())));
    // A process that crashed takes a moment to be gone.
    for (let look = 0; look < 5; look++, await sleep(20)) expect(await one()).toEqual([{ one: 1 }]);
    expect(server.pid()).toBe(before);
  });
});

test.each([
  ['noise', 'GARBAGE\r\n\r\n', 400],
  ['a TLS hello', tlsHello, 400],
  ['another version', 'GET /ping HTTP/3.0\r\nHost: localhost\r\n\r\n', 400],
])('%s gets its status, and nothing else', async (_what, bytes, status) => {
  expect(await answerTo(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\nConnection: close\r\n`));
});

describe('a silent client', () => {
  test('is disconnected after a while', async () => {
    const socket = open();
    socket.resume().write('GET /ping HTTP/1.1\r\nHo');
    await closed(socket);
  });

  test('uses a bounded number of connections, and shuts nobody out', async () => {
    const idle = Array.from({ length: 520 }, open);
    let closedOnes = 0;
    for (const socket of idle) socket.once('close', () => closedOnes++);
    await eventually(async () => closedOnes >= 20, true);
    expect(await Promise.all(Array.from({ length: 20 }, one))).toEqual(Array(20).fill([{ one: 1 }]));
    expect(closedOnes).toBeLessThan(520);
  });
});

describe('well-formed requests pass unchanged', () => {
  test('a large insert, and its rows in a compressed response', async () => {
    const writer = server.clientOf('writer');
    await writer.command({
      query: 'create table default.large (n UInt32, text String) engine = MergeTree order by n',
    });
    const values = Array.from({ length: 50_000 }, (_, n) => ({ n, text: `${n} `.repeat(20) }));
    await writer.insert({ table: 'default.large', values, format: 'JSONEachRow' });
    const response = await fetch(`${server.url}/?enable_http_compression=1`, {
      method: 'POST',
      headers: { 'X-ClickHouse-User': 'reader', 'X-ClickHouse-Key': server.passwords.reader },
      body: 'select n, text from default.large order by n format JSONEachRow',
    });
    expect(response.headers.get('content-encoding')).toMatch(/gzip|deflate|br/);
    expect(
      (await response.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(values);
  });

  test('a body that waits for 100 Continue', async () => {
    const socket = open();
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    const body = 'select 40 + 2';
    socket.write(requestHead('POST / HTTP/1.1', 'Expect: 100-continue', `Content-Length: ${body.length}`));
    while (!answer.includes('\r\n\r\n')) await sleep(10);
    expect(answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    while (!answer.includes('42\n')) await sleep(10);
    expect(answer).toContain('HTTP/1.1 200 OK');
  });

  test('several requests on one connection', async () => {
    const two =
      requestHead('GET /?query=select+1 HTTP/1.1') +
      requestHead('GET /?query=select+2 HTTP/1.1', 'Connection: close');
    const answer = await answerTo(two);
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  test('an error with its status, code and text', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': server.passwords.writer },
      body: 'select nothing',
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('47');
    expect(await response.text()).toContain('UNKNOWN_IDENTIFIER');
  });

  test('a response that breaks off breaks off for the client', async () => {
    const response = await ask(
      'select number, throwIf(number = 3000000) from numbers(4000000) settings max_threads = 1',
    );
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

/** A query of the reader whose rows are sent as they come. */
function ask(query: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}/?http_response_buffer_size=0&query_id=asked`, {
    method: 'POST',
    headers: { 'X-ClickHouse-User': 'reader', 'X-ClickHouse-Key': server.passwords.reader },
    body: query,
    ...(signal ? { signal } : {}),
  });
}

async function readRows(): Promise<number | undefined> {
  const query = "select toUInt32(read_rows) as rows from system.processes where query_id = 'asked'";
  return (await rowsOf<{ rows: number }>(server.clientOf('writer'), query))[0]?.rows;
}

const endless = 'select number, repeat(toString(number), 20) from numbers()';

test('a disconnect ends the query', async () => {
  const leaving = new AbortController();
  const response = await ask(endless, leaving.signal);
  const reading = response.body?.getReader();
  await reading?.read();
  expect(await readRows()).toBeGreaterThan(0);
  leaving.abort();
  while ((await readRows()) !== undefined) await sleep(20);
});

test('a disconnect before the first row ends the query', async () => {
  const leaving = new AbortController();
  const asked = ask(
    'select sum(sleepEachRow(0.05)) from numbers(100000) settings max_block_size = 1',
    leaving.signal,
  );
  const failed = expect(asked).rejects.toThrow('aborted');
  while ((await readRows()) === undefined) await sleep(20);
  leaving.abort();
  await failed;
  while ((await readRows()) !== undefined) await sleep(20);
});

test('a slow reader slows the query down', async () => {
  const leaving = new AbortController();
  const response = await ask(endless, leaving.signal);
  expect(response.status).toBe(200);
  let before: number | undefined;
  for (let now = await readRows(); now !== before; now = await readRows()) {
    before = now;
    for (let look = 0; look < 5 && (await readRows()) === before; look++) await sleep(100);
  }
  expect(before).toBeGreaterThan(0);
  leaving.abort();
  while ((await readRows()) !== undefined) await sleep(20);
});

test('the code of an error that follows a thousand headers about progress', async () => {
  const progress = Array.from({ length: 1100 }, (_, n) => `X-ClickHouse-Progress: {"read_rows":"${n}"}`);
  const head = ['HTTP/1.1 500 Error', ...progress, 'X-ClickHouse-Exception-Code: 159', '', ''].join('\r\n');
  const behind = createServer((socket) => socket.once('data', () => socket.end(head)));
  await once(behind.listen(0, '127.0.0.1'), 'listening');
  const { port } = behind.address() as AddressInfo;
  const proxy = createProxy({ host: '127.0.0.1', port }, { users: [], innerPassword: '' });
  const { url, close } = await listen(proxy, 0, '127.0.0.1');
  const asked = request(url, { agent: false, maxHeaderSize: 1024 ** 2 }).end();
  asked.maxHeadersCount = 0;
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  expect(answer?.headers['x-clickhouse-exception-code']).toBe('159');
  expect(answer?.rawHeaders.filter((name) => name === 'X-ClickHouse-Progress')).toHaveLength(1100);
  asked.destroy();
  behind.close();
  await close();
});
