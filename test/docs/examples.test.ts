import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@tallyhouse/service';
import { readConfig } from '../../apps/standalone/src/config.ts';
import { type Standalone, startStandalone } from '../../apps/standalone/src/start.ts';
import { report } from '../flow/visit.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { installPython } from '../harness/python.ts';

/** The programs in examples/, as a reader runs them, against a running service. */

const key = 'the-key-of-the-examples';

let database: TestDatabase;
let folder: string;
let service: Standalone;
let venv: string;
beforeAll(async () => {
  [database, folder, venv] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'tallyhouse-examples-')),
    installPython('duckdb-2.0.0', ['duckdb==2.0.0']),
  ]);
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    API_KEY: key,
    QUERY_PORT: '0',
    INGEST_PORT: '0',
    CLICKHOUSE_URL: database.url,
    CLICKHOUSE_DATABASE: database.database,
    GEOIP_DB: 'off',
  });
  service = await startStandalone(config, {
    logger: createLogger('test', 'error'),
    trackerScript: '',
    trackerEventsScript: '',
    clickHouseProgram: '',
    dashboardFolder: 'dist/dashboard',
    onFatal: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** What an example prints. Throws when it fails. */
async function run(program: string, example: string, environment: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    API_KEY: key,
    TALLYHOUSE_URL: service.queryUrl,
    TALLYHOUSE_INGEST: service.ingestUrl,
    ...environment,
  };
  const { stdout } = await promisify(execFile)(program, [resolve('examples', example)], { cwd: folder, env });
  return stdout;
}

const senders = [
  { program: 'sh', example: 'send.sh' },
  { program: process.execPath, example: 'send.mjs' },
  { program: 'python3', example: 'send.py' },
];

test.each(senders)('$example is told that both pings are durable', async ({ program, example }) => {
  expect(JSON.parse(await run(program, example))).toEqual({ accepted: 2, dropped: [] });
});

test.each(senders)('$example fails with a wrong key', async ({ program, example }) => {
  await expect(run(program, example, { API_KEY: 'another-key-of-16-characters' })).rejects.toThrow('401');
});

test('the reports have a view from each of three visitors, and three purchases', async () => {
  const at = { queryUrl: service.queryUrl, key };
  await eventually(
    async () => {
      const events = await report(at, '/events?period=1h');
      const pages = await report(at, '/pages?period=1h');
      return { events, pages };
    },
    {
      events: [
        expect.objectContaining({
          event: 'Purchase',
          events: 3,
          revenue: [{ currency: 'EUR', amount: '207' }],
        }),
      ],
      pages: [
        expect.objectContaining({ page_path: '/pricing', page_title: 'Pricing', views: 3, unique_views: 3 }),
      ],
    },
  );
});

test('query.mjs prints the page', async () => {
  expect(await run(process.execPath, 'query.mjs')).toBe('3 views, read for 0 s: /pricing\n');
});

test('duckdb_export.py reads the exported file', async () => {
  expect(await run(join(venv, 'bin/python'), 'duckdb_export.py')).toBe('3 views: /pricing\n');
});

test('each program in examples/ is one of these, and its README lists it', async () => {
  const tested = ['query.mjs', 'duckdb_export.py', ...senders.map(({ example }) => example)].sort();
  const listed = [...(await readFile('examples/README.md', 'utf8')).matchAll(/^\| \[(.+?)\]/gm)];
  expect(listed.map(([, file]) => file).sort()).toEqual(tested);
  expect((await readdir('examples')).filter((file) => file !== 'README.md').sort()).toEqual(tested);
});
