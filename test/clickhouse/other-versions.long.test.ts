/**
 * Engines of chdb of other versions than the embedded ClickHouse, which pip installs into .cache. They are no servers: other_version.py
 * answers for them. Not tried are users and rights, backups, deletions (whose lock is the id of a query) and queries that fail midway.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createDatabase, patience } from '@tallyhouse/clickhouse';
import { createEmbeddedLog } from '@tallyhouse/log';
import { startQuery } from '@tallyhouse/query';
import { querySettingsOf, readingSettings } from '@tallyhouse/query/settings';
import { openShards } from '@tallyhouse/query/shards';
import { askShards } from '@tallyhouse/query/shards/ask';
import { createBiViews, migrateDatabase, viewNames } from '@tallyhouse/schema';
import { createLogger } from '@tallyhouse/service';
import { type ListedSites, noKeys } from '@tallyhouse/sites';
import { checkOffsets, checks } from '@tallyhouse/verify';
import fc from 'fast-check';
import { everyEndpoint, pairsOf } from '../api/every-endpoint.ts';
import { dashboardFolder, forAllTests, key, now, queryConfig } from '../api/query-service.ts';
import { arraysOf } from '../bi/bi-database.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { installPython } from '../harness/python.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { ofBlog, rowsIn, rowsOfLake, rowsOfViews, runExport, startLake } from '../lake/lake.ts';
import { busy, requestsOf } from '../oracle/each-request.ts';
import { paths } from '../oracle/request/reports.ts';
import { request } from '../oracle/request/request.ts';
import { startStage } from '../oracle/stage.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from '../settle/settle-days.ts';
import { verified } from '../verify/verified.ts';

const inFolder = folderOfFile();
const logger = createLogger('test', 'warn');
const names = { database: 'tallyhouse', bi: 'bi', definer: 'bi_definer' };
const everyLimit = { seconds: 1, memoryBytes: 1, threads: 1, concurrency: 1 };
const exported = ['pageviews', 'sessions', 'events', 'visitors'];

/** The server of an engine. */
async function startEngine(chdb: string) {
  const venv = await installPython(`chdb-core-${chdb}`, [`chdb-core==${chdb}`]);
  const port = await freePort();
  const program = [resolve('test/clickhouse/other_version.py'), `${port}`, inFolder(chdb)];
  const server = spawn(`${venv}/bin/python`, program, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/ping`).catch(() => undefined))?.status, 200);
  return {
    url,
    /** Makes a database with the tables of this program. */
    async migrated(database: string) {
      await createDatabase({ url, database }, logger);
      const client = createClickHouse({ url, database }, logger, patience);
      await migrateDatabase(client);
      return { client, reader: client, stop: () => client.close() };
    },
    async stop() {
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

/** A query service on a database. */
async function placeOf(client: ClickHouseClient, reader: ClickHouseClient, listed: ListedSites) {
  const service = await startQuery(queryConfig(unhurried), {
    clickhouse: reader,
    logger,
    dashboardFolder,
    clock: () => now,
    ticks: () => now,
    siteFiles: { sites: () => listed, keys: () => noKeys, close() {} },
  });
  return {
    url: service.url,
    clients: [client],
    readers: [reader],
    insert: (pings: Parameters<typeof insertPings>[1]) => insertPings(client, pings),
    stop: () => service.close(),
  };
}

/** The same traffic, and a way to ask about it. */
async function startReports({ client, reader }: { client: ClickHouseClient; reader: ClickHouseClient }) {
  let url = '';
  const stage = await startStage(async (listed) => {
    const place = await placeOf(client, reader, listed);
    url = place.url;
    return place;
  });
  const stored = await stage.store(busy);
  return {
    ...stored,
    /** Status, type and bytes of any address. */
    async get(path: string) {
      const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
      const [type, bytes] = [answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())];
      return { status: answer.status, type, bytes };
    },
    stop: () => stage.stop(),
  };
}

test('the files of Docker Compose and Kubernetes name one version, and the documents one oldest', () => {
  const found = (files: string[], version: RegExp) =>
    files.flatMap((file) => readFileSync(file, 'utf8').match(version) ?? [file]);
  const deployed = ['docker-compose.yml', 'deploy/compose.cluster.yml'];
  const small = 'deploy/kubernetes/overlays/small/clickhouse.yaml';
  const images = found([...deployed, small], /clickhouse-server:\S+/g);
  expect(new Set(images)).toEqual(new Set(['clickhouse-server:26.8']));
  const documents = [
    'README.md',
    'docs/configuration.md',
    'docs/api/exports.md',
    'docs/decisions/0018-pace.md',
  ];
  const oldest = found(documents, /(?<!SQLite \()\b\d+\.[\d.]+\d(?= or newer)/g);
  expect(oldest).toEqual(documents.map(() => '26.3.11'));
});

const current = forAllTests(() => startLake(ofBlog));
const database = forAllTests(createTestDatabase);
const embedded = forAllTests(() => startReports(database));

describe.each([
  // The engine before 26.3.11, the oldest that the documents name: RIGHT ANY JOIN gives wrong rows yet where it has more than 65,000.
  { chdb: '26.3.0', version: '26.3.9.1', unknown: ['skip_unavailable_shards_mode'] },
  { chdb: '26.9.0', version: '26.9.2.1', unknown: [] },
])('ClickHouse $version', ({ chdb, version, unknown }) => {
  const engine = forAllTests(() => startEngine(chdb));
  const own = forAllTests(() => engine.migrated(names.database));
  const other = forAllTests(() => engine.migrated('reports'));
  const reports = forAllTests(() => startReports(other));

  test('creates each view, and a lake of its views has the rows that the embedded version gives', async () => {
    const { client } = own;
    expect(await arraysOf(client, 'select version()')).toEqual([[version]]);
    await createBiViews(client, names);
    await insertPings(client, ofBlog);
    await insertCrawls(client, [{ occurred_at: Date.parse('2026-11-03T12:00:00Z') }]);
    // The other days are read from the tables of entities.
    await settleDays(client, ['2026-11-04'], {});
    for (const { views } of viewNames(names))
      for (const view of views) await arraysOf(client, `select * from bi.${view}`);

    const lake = inFolder(`lake-${chdb}`);
    expect(await runExport(`--to ${lake}`, { CLICKHOUSE_URL: engine.url })).toContain('files written');
    const rows = await rowsOfViews(current.db.reader, current.bi.names.bi, exported);
    expect(await rowsOfLake(lake)).toEqual(rows);
    expect(rows.size).toBeGreaterThan(8);
  });

  test.each(paths)('%s is that of the embedded version', async (path) => {
    const requests = requestsOf(path);
    expect(await reports.send(requests)).toEqual(await embedded.send(requests));
  });

  test('random reports of settled, changed and other days are those of the embedded version', async () => {
    expect(await reports.states()).toEqual(await embedded.states());
    const drawn = fc.sample(request, { numRuns: 80, seed: 1 }).map((one) => one(busy.anchor));
    expect(await reports.send(drawn)).toEqual(await embedded.send(drawn));
  });

  test.each(everyEndpoint)('$path is that of the embedded version', async ({ path, ...endpoint }) => {
    const query = new URLSearchParams([['site_id', '@run-1.both'], ['period', '3d'], ...pairsOf(endpoint)]);
    const address = `${path.replace('/sites/blog', '/sites/run-1.a')}?${query}`;
    const [its, expected] = await Promise.all([reports, embedded].map((one) => one.get(address)));
    expect(its).toEqual(expected);
    expect(its?.status).toBe(200);
  });

  test.each(paths.filter((path) => path.startsWith('/export/')))(
    '%s in Parquet has the same rows',
    async (path) => {
      const rows = [reports, embedded].map(async (one, index) => {
        const file = inFolder(`${path.replaceAll('/', '-')}-${chdb}-${index}.parquet`);
        const answer = await one.get(`${path}?site_id=*&period=30d&columns=all&format=parquet`);
        writeFileSync(file, answer.bytes);
        return rowsIn(file);
      });
      const [its, expected] = await Promise.all(rows);
      expect(its).toEqual(expected);
      expect(its?.length).toBeGreaterThan(2);
    },
  );

  test('knows each setting of reports, also of those over shards while one is away', async () => {
    const config = queryConfig({
      CLICKHOUSE_REPLICATED: '1',
      CLICKHOUSE_SHARDS: `${engine.url},http://127.0.0.1:1`,
      CLICKHOUSE_DATABASE: names.database,
      PARTIAL_REPORTS: '1',
    });
    const shards = openShards(config, createLogger('test', 'silent'), {});
    if (shards === undefined) throw new Error('no shards');
    const missing = new Set<number>();
    const note = (shard: number) => void missing.add(shard);
    const overShards = await askShards(own.client, shards, note, async (its) => its);
    await shards.close();
    expect(missing).toEqual(new Set([2]));
    const known = (await arraysOf(own.client, 'select name from system.settings')).flat();
    const settings = { ...readingSettings, ...querySettingsOf(everyLimit), ...overShards };
    expect(Object.keys(settings)).toContain('load_balancing_first_offset');
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual(unknown);
  });

  test('verify finds no difference between the raw pings, the tables and the settled days', async () => {
    const folder = inFolder(`log-${chdb}`);
    const log = createEmbeddedLog({ folder, partitions: 1, retainMs: 3_600_000, logger });
    const others = checks.filter((check) => check !== checkOffsets);
    const { different, lines } = await verified(own.client, log, others);
    await log.close();
    expect(different).toEqual([]);
    expect(lines.length).toBeGreaterThan(10);
  });
});
