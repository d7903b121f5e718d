import { get } from 'node:http';
import { connect } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import { forAllTests, key, startServiceWithSql } from './query-service.ts';

let sql: string;
const service = forAllTests(() => startServiceWithSql(() => sql));

const headers = { authorization: `Bearer ${key}` };
const exported = () => `${service.url}/api/v1/export/pageviews`;

/** The status, all bytes received, and how the response ended. */
function receive(accepted: string): Promise<{ status?: number | undefined; bytes: Buffer; end: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let status: number | undefined;
    const ended = (end: string) => resolve({ status, bytes: Buffer.concat(chunks), end });
    get(exported(), { headers: { ...headers, 'accept-encoding': accepted } }, (response) => {
      status = response.statusCode;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => ended('end'));
      response.on('error', () => ended('broken'));
    }).on('error', () => ended('broken'));
  });
}

const unpacked = (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

describe('an export whose query fails midway', () => {
  beforeEach(() => {
    sql = `select number, throwIf(number = 3000000, 'out of numbers') as fine from numbers(4000000)`;
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
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(JSON.parse(answer.text)).toEqual({
    error: {
      code: 'internal',
      message: 'Internal error. The server log has its details under the request id.',
    },
  });
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
