import { get } from 'node:http';
import { connect } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../apps/query/src/start.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { download, exportUrl } from './download.ts';
import { dashboardFolder, key, queryConfig } from './query-service.ts';
import { replaceSql } from './replace-sql.ts';

let database: TestDatabase;
let service: Awaited<ReturnType<typeof startQuery>>;
let sql: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const logger = createLogger('test', 'silent');
  service = await startQuery(queryConfig(), {
    clickhouse: replaceSql(database.reader, () => sql),
    logger,
    dashboardFolder,
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const headers = { authorization: `Bearer ${key}` };

/** The status, all received bytes, and how the response ended. */
function receive(accepted: string): Promise<{ status?: number | undefined; bytes: Buffer; end: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let status: number | undefined;
    const ended = (end: string) => resolve({ status, bytes: Buffer.concat(chunks), end });
    const options = { headers: { ...headers, 'accept-encoding': accepted } };
    get(exportUrl(service, 'pageviews'), options, (response) => {
      status = response.statusCode;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => ended('end'));
      response.on('error', () => ended('broken'));
    }).on('error', () => ended('broken'));
  });
}

const unpacked = (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

describe('a query that fails midway', () => {
  beforeAll(() => {
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
    const end = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(
        `GET /api/v1/export/pageviews HTTP/1.0\r\nauthorization: ${headers.authorization}\r\n\r\n`,
      );
      socket.resume();
      socket.on('end', () => resolve('end'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    expect(end).toBe('ECONNRESET');
  });
});

test.each(['identity', 'gzip'])('a query that fails at once is an error in JSON (%s)', async (encoding) => {
  sql = `select number, throwIf(number = 1000, 'out of numbers') from numbers(4000) settings max_block_size = 10`;
  const answer = await download(service, 'pageviews', {}, { headers: { 'accept-encoding': encoding } });
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

test('a query over its time limit is 504, as long as nothing was sent', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100) settings max_execution_time = 1, max_block_size = 1';
  const { status, text } = await download(service, 'pageviews');
  expect([status, JSON.parse(text).error.code]).toEqual([504, 'timeout']);
});
