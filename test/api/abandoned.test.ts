import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../apps/query/src/start.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { exportUrl } from './download.ts';
import { everyEndpoint, pairsOf } from './every-endpoint.ts';
import { dashboardFolder, key, queryConfig } from './query-service.ts';
import { replaceSql } from './replace-sql.ts';

type Service = Awaited<ReturnType<typeof startQuery>>;

let watched: TestDatabase;
let watcher: TestDatabase;
let sql: string;
/** With the rights of the reader, which suffice, and with those of the writer. */
let reading: Service;
let writing: Service;

beforeAll(async () => {
  [watched, watcher] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const logger = createLogger('test', 'silent');
  const instead = () => sql;
  const start = (client: TestDatabase['client']) =>
    startQuery(queryConfig(), { clickhouse: replaceSql(client, instead), logger, dashboardFolder });
  reading = await start(watched.reader);
  writing = await start(watched.client);
});
afterAll(async () => {
  await Promise.all([reading.close(), writing.close()]);
  await Promise.all([watched.drop(), watcher.drop()]);
});

/** The number of rows that each running query of the services has read so far. */
async function underWay(): Promise<number[]> {
  const result = await watcher.client.query({
    query:
      'select toUInt32(read_rows) as rows from system.processes where current_database = {database:String}',
    query_params: { database: watched.database },
    format: 'JSONEachRow',
  });
  return (await result.json<{ rows: number }>()).map(({ rows }) => rows);
}

async function begun(): Promise<void> {
  while ((await underWay()).length === 0) await sleep(20);
}

async function over(): Promise<void> {
  while ((await underWay()).length > 0) await sleep(20);
}

/** Sends a request without waiting for the response. */
function ask(url: string, onResponse: (response: IncomingMessage) => void = () => {}) {
  const request = get(url, { headers: { authorization: `Bearer ${key}` } }, onResponse);
  request.on('error', () => {}); // it is destroyed below
  return request;
}

const slow = 'select sleepEachRow(0.05) from numbers(100000) settings max_block_size = 1';
const endless = 'select number, repeat(toString(number), 20) from numbers()';

// What a key allows is known without a query.
const reports = everyEndpoint.filter(({ kind, path }) => kind === 'report' && path !== '/me');

describe.each(['reader', 'writer'])('when the caller disconnects, the query of the %s ends', (user) => {
  const service = () => (user === 'reader' ? reading : writing);

  test.each(reports)('for a report: $path', async ({ path, parameters }) => {
    sql = slow;
    const request = ask(`${service().url}/api/v1${path}?${new URLSearchParams(pairsOf({ parameters }))}`);
    await begun();
    request.destroy();
    await over();
  });

  test('for an export that has not begun', async () => {
    sql = slow;
    const request = ask(exportUrl(service(), 'pageviews'));
    await begun();
    request.destroy();
    await over();
  });

  test('for an export in progress', async () => {
    sql = endless;
    const response = await new Promise<IncomingMessage>((resolve) =>
      ask(exportUrl(service(), 'pageviews'), resolve),
    );
    await new Promise((resolve) => response.once('data', resolve));
    await begun();
    response.destroy();
    await over();
  });
});

test('a caller that stops reading pauses the query, which continues when it reads on', async () => {
  sql = endless;
  const response = await new Promise<IncomingMessage>((resolve) =>
    ask(exportUrl(reading, 'pageviews'), resolve),
  );
  response.pause();
  const rows = async () => (await underWay())[0] ?? 0;
  let before = await rows();
  for (let now = -1; now !== before; now = await rows()) {
    before = now === -1 ? before : now;
    await sleep(300);
  }
  response.resume();
  while ((await rows()) === before) await sleep(20);
  response.destroy();
  await over();
});
