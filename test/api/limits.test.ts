import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import { eventually } from '../harness/eventually.ts';
import { forAllTests, key, startServiceWithSql } from './query-service.ts';
import { endless } from './replace-sql.ts';
import { filesOf, hashed } from './service-files.ts';

/** What ends queries: limits of the service, and failures. */

let sql: string;
const headers = { authorization: `Bearer ${key}` };

async function withService(
  environment: Record<string, string>,
  use: (service: Awaited<ReturnType<typeof startServiceWithSql>>) => Promise<void>,
) {
  const service = await startServiceWithSql(() => sql, environment);
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

const exportOf = (url: string) => `${url}/api/v1/export/pageviews`;
/** A download that begins and is not read. Its request fails when the connection breaks off, as its response does. */
const begunAt = (url: string, by: { headers: Record<string, string> }) =>
  new Promise<IncomingMessage>((resolve) =>
    get(exportOf(url), by, (response) => resolve(response.pause())).on('error', () => {}),
  );
const one = [200, '"one"\n1\n'];
const tooMany = {
  error: { code: 'unavailable', message: 'Too many concurrent requests. Please try again.' },
};

test('exports beyond EXPORT_CONCURRENCY wait a second, then get a 503', async () => {
  sql = endless;
  await withService({ EXPORT_CONCURRENCY: '1' }, async ({ url, download, report }) => {
    const response = await begunAt(url, { headers });
    const refused = await download('sessions');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(refused.text)).toEqual(tooMany);
    // Reports have a limit of their own.
    sql = 'select 1 as one';
    expect((await report('/overview')).status).not.toBe(503);
    response.destroy();
  });
});

const keys = ['a', 'b', 'c', 'd'].map((name) => ({ name, sites: ['blog'], rights: ['export'] }));
const files = filesOf({ KEYS_FILE: { keys: hashed(keys) } });

test('slow downloads of a key take at most half of the places that other keys leave', async () => {
  await withService({ EXPORT_CONCURRENCY: '4', ...files.env }, async ({ url, download }) => {
    const by = (name: string) => ({ headers: { authorization: `Bearer ${name}` } });
    const slow: IncomingMessage[] = [];
    const begin = async (name: string) => {
      sql = endless;
      const begun = await begunAt(url, by(name));
      slow.push(begun);
      return begun.statusCode;
    };
    const read = async (name: string) => {
      sql = 'select 1 as one';
      return (await download('sessions', {}, by(name))).text;
    };
    expect((await Promise.all(['a', 'a', 'a', 'a'].map(begin))).sort()).toEqual([200, 200, 503, 503]);
    expect(await read('a')).toContain('Too many concurrent requests with this key. Please try again.');
    for (const other of ['b', 'c', key]) expect(await read(other)).toBe(one[1]);
    expect((await Promise.all(['b', 'b'].map(begin))).sort()).toEqual([200, 503]);
    for (const other of ['c', 'd']) expect(await read(other)).toBe(one[1]);
    for (const response of slow) response.destroy();
    await eventually(() => read('a'), one[1]);
  });
});

test('a request that waits is served when another one ends', async () => {
  sql = 'select 1 as one';
  await withService({ EXPORT_CONCURRENCY: '1' }, async ({ download }) => {
    // Two: the second waits up to a second for the first, long enough on a busy machine.
    const answers = await Promise.all([download('sessions'), download('sessions')]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([one, one]);
  });
});

test('reports beyond QUERY_CONCURRENCY wait a second, then get a 503', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100000) settings max_block_size = 1';
  await withService({ QUERY_CONCURRENCY: '2' }, async ({ url, request, report }) => {
    const caller = new AbortController();
    const { signal } = caller;
    const asked = [1, 2].map(() => fetch(`${url}/api/v1/overview`, { headers, signal }));
    const metrics = async () => String((await request('/metrics', { headers })).body);
    const working = /\{kind="report",state="working"\} (\d+)/;
    await eventually(async () => working.exec(await metrics())?.[1], '2');
    const answers = await Promise.all([1, 2, 3].map(() => report('/overview')));
    expect(answers).toMatchObject(Array(3).fill({ status: 503, body: tooMany }));
    caller.abort();
    await Promise.allSettled(asked);
  });
});

test('a report over QUERY_MAX_SECONDS is 504', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100) settings max_block_size = 1';
  await withService({ QUERY_MAX_SECONDS: '1' }, async ({ report }) => {
    expect(await report('/overview')).toMatchObject({
      status: 504,
      body: { error: { code: 'timeout', message: 'The report took too long. Try a shorter period.' } },
    });
  });
});

test('an export over EXPORT_MAX_SECONDS fails', async () => {
  sql = endless;
  await withService({ EXPORT_MAX_SECONDS: '1' }, async ({ download }) => {
    await expect(download('pageviews')).rejects.toThrow('terminated');
  });
});

test('exports in progress do not keep the service from stopping', async () => {
  // Endless: if shutdown waited for it, the test would, too.
  sql = endless;
  let failure: Promise<unknown> = Promise.resolve();
  await withService({}, async ({ url }) => {
    const response = await fetch(exportOf(url), { headers });
    failure = expect(response.arrayBuffer()).rejects.toThrow();
  });
  await failure;
});

const service = forAllTests(() => startServiceWithSql(() => sql));

const exported = () => `${service.url}/api/v1/export/pageviews`;

/** The status, all bytes received, and how the response ended. */
async function receive(accepted: string) {
  const response = await begunAt(service.url, { headers: { ...headers, 'accept-encoding': accepted } });
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = await new Promise<string>((resolve) => {
    response.on('end', () => resolve('end'));
    response.on('error', () => resolve('broken'));
    response.resume();
  });
  return { status: response.statusCode, bytes: Buffer.concat(chunks), end };
}

const unpacked = (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

describe('an export whose query fails midway', () => {
  beforeEach(() => {
    sql = `select number, throwIf(number = 600000, 'out of numbers') as fine from numbers(1000000)`;
  });

  test.each([
    ['identity', (bytes: Buffer) => bytes],
    ['gzip', unpacked],
  ])('resets the connection, and sends only rows (%s)', async (encoding, unpack) => {
    const { status, bytes, end } = await receive(encoding);
    expect([status, end]).toEqual([200, 'broken']);
    const lines = unpack(bytes).toString().split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(100_000);
    expect(lines[0]).toBe('"number","fine"');
    expect(lines.slice(1).every((line, index) => line === `${index},0`)).toBe(true);
  });

  test('resets a connection whose end would mean the end of the file', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(`GET /api/v1/export/pageviews HTTP/1.0\r\nauthorization: ${headers.authorization}\r\n\r\n`);
    let status = '';
    socket.on('data', (data) => {
      status ||= data.toString().split('\r\n')[0] ?? '';
    });
    const end = await new Promise<string>((resolve) => {
      socket.on('end', () => resolve('end'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    expect([status, end]).toEqual(['HTTP/1.1 200 OK', 'ECONNRESET']);
  });
});

test.each(['identity', 'gzip'])('an export that fails at once is an error in JSON (%s)', async (encoding) => {
  sql = `select number, throwIf(number = 1000, 'out of numbers') from numbers(4000) settings max_block_size = 10`;
  const answer = await service.download('pageviews', {}, { headers: { 'accept-encoding': encoding } });
  const of = ['content-type', 'content-disposition', 'content-encoding'];
  const sent = of.map((name) => answer.headers.get(name));
  expect([answer.status, ...sent]).toEqual([500, 'application/json; charset=utf-8', null, null]);
  const message = 'Internal error. The server log has its details under the request id.';
  expect(JSON.parse(answer.text)).toEqual({ error: { code: 'internal', message } });
});

test('an export over its time limit is 504, as long as nothing was sent', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100) settings max_execution_time = 1, max_block_size = 1';
  const { status, text } = await service.download('pageviews');
  expect([status, JSON.parse(text).error.code]).toEqual([504, 'timeout']);
});

// ClickHouse raises these errors only for moments, so the test raises them.
test.each([
  [236, 'it shuts down, after a fatal error too'],
  [394, 'it cancelled the query'],
  [696, 'it starts'],
  [698, 'it stops while it starts'],
])('error %i of ClickHouse (%s) is a 503 with Retry-After, for reports and exports', async (code) => {
  sql = `select throwIf(1, 'The server goes down.', toInt16(${code})) settings allow_custom_error_code_in_throwif = 1`;
  for (const url of [`${service.url}/api/v1/overview`, exported()]) {
    const response = await fetch(url, { headers });
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '5',
      { error: { code: 'unavailable', message: 'The database cannot be reached. Please try again.' } },
    ]);
  }
});
