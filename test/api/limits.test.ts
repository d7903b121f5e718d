import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../apps/query/src/start.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { download, exportUrl } from './download.ts';
import { dashboardFolder, key, queryConfig } from './query-service.ts';
import { replaceSql } from './replace-sql.ts';

let database: TestDatabase;
let sql: string;

beforeAll(async () => {
  database = await createTestDatabase();
  replaceSql(database.reader, () => sql);
});
afterAll(() => database.drop());

const headers = { authorization: `Bearer ${key}` };

async function withService(
  environment: Record<string, string>,
  use: (service: { url: string; overview: () => Promise<Response> }) => Promise<void>,
) {
  const logger = createLogger('test', 'silent');
  const { url, close } = await startQuery(queryConfig(environment), {
    clickhouse: database.reader,
    logger,
    dashboardFolder,
  });
  try {
    await use({ url, overview: () => fetch(`${url}/api/v1/overview`, { headers }) });
  } finally {
    await close();
  }
}

const endless = 'select number, repeat(toString(number), 20) from numbers()';

test('exports beyond EXPORT_CONCURRENCY wait a second, then get a 503', async () => {
  sql = endless;
  await withService({ EXPORT_CONCURRENCY: '1' }, async (service) => {
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(exportUrl(service, 'pageviews'), { headers }, resolve),
    );
    response.pause();
    const refused = await download(service, 'sessions');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(refused.text)).toEqual({
      error: { code: 'unavailable', message: 'Too many concurrent requests. Please try again.' },
    });
    // Reports have their own limit, and a waiting export starts when another one ends.
    sql = 'select 1 as one';
    expect((await service.overview()).status).not.toBe(503);
    const waiting = download(service, 'sessions');
    await sleep(50);
    response.destroy();
    const { status, text } = await waiting;
    expect([status, text]).toEqual([200, '"one"\n1\n']);
  });
});

test('reports beyond QUERY_CONCURRENCY wait a second, then get a 503', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(40) settings max_block_size = 1';
  await withService({ QUERY_CONCURRENCY: '2' }, async ({ overview }) => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(overview));
    // The other responses do not matter: the SQL is not theirs.
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(3);
  });
});

test('a short burst is served, one request after the other', async () => {
  sql = 'select 1 as one';
  await withService({ EXPORT_CONCURRENCY: '1' }, async (service) => {
    // Two: the second has a second to wait for the first, which is enough on a busy machine too.
    const answers = await Promise.all(Array.from({ length: 2 }, () => download(service, 'pages')));
    expect(answers.map(({ status }) => status)).toEqual(Array(2).fill(200));
  });
});

test('a report over QUERY_MAX_SECONDS is 504', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100) settings max_block_size = 1';
  await withService({ QUERY_MAX_SECONDS: '1' }, async ({ overview }) => {
    const response = await overview();
    expect([response.status, await response.json()]).toEqual([
      504,
      { error: { code: 'timeout', message: 'The report took too long. Try a shorter period.' } },
    ]);
  });
});

test('a report over QUERY_MAX_MEMORY_MB is 503, with the reason', async () => {
  sql = 'select uniqExact(number) from numbers(10000000)';
  await withService({ QUERY_MAX_MEMORY_MB: '20' }, async ({ overview }) => {
    const response = await overview();
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '60',
      {
        error: {
          code: 'unavailable',
          message: 'The report needs more memory than is available. Try a shorter period.',
        },
      },
    ]);
  });
});

test('an export over EXPORT_MAX_SECONDS fails', async () => {
  sql = endless;
  await withService({ EXPORT_MAX_SECONDS: '1' }, async (service) => {
    await expect(download(service, 'pageviews')).rejects.toThrow('terminated');
  });
});

test('exports in progress do not keep the service from stopping', async () => {
  // Endless: if shutdown waited for it, so would this test.
  sql = endless;
  let failure: Promise<unknown> = Promise.resolve();
  await withService({}, async (service) => {
    const response = await fetch(exportUrl(service, 'pageviews'), { headers });
    failure = expect(response.arrayBuffer()).rejects.toThrow();
  });
  await failure;
});
