/** The oldest ClickHouse that the documents name. pip installs it into .cache. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createClickHouse, createDatabase, patience } from '@tallyhouse/clickhouse';
import { createBiViews, migrateDatabase, viewNames } from '@tallyhouse/schema';
import { createLogger } from '@tallyhouse/service';
import { forAllTests } from '../api/shared-service.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { installPython } from '../harness/python.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { ofBlog, rowsOfLake, rowsOfViews, runExport, startLake } from '../lake/lake.ts';
import { settleDays } from '../settle/settle-days.ts';
import { arraysOf } from './bi-database.ts';

const inFolder = folderOfFile();
const names = { database: 'tallyhouse', bi: 'bi', definer: 'bi_definer' };
const exported = ['pageviews', 'sessions', 'events', 'visitors'];

/** ClickHouse 25.8.2, with the tables and views of this program. */
async function startOldClickHouse() {
  const venv = await installPython('chdb-3.7.2', ['chdb==3.7.2']);
  const port = await freePort();
  const program = [resolve('test/bi/clients/old_clickhouse.py'), `${port}`, inFolder('data')];
  const server = spawn(`${venv}/bin/python`, program, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/ping`).catch(() => undefined))?.status, 200);
  const logger = createLogger('test', 'warn');
  const connection = { url, database: names.database };
  await createDatabase(connection, logger);
  const client = createClickHouse(connection, logger, patience);
  await migrateDatabase(client);
  await createBiViews(client, names);
  return {
    url,
    client,
    async stop() {
      await client.close();
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

const old = forAllTests(startOldClickHouse);
const current = forAllTests(() => startLake(ofBlog));

test('it is that of Docker Compose and Kubernetes', async () => {
  expect(await arraysOf(old.client, "select version() like '25.8.%'")).toEqual([[1]]);
  const files = [
    'docker-compose.yml',
    'deploy/compose.cluster.yml',
    'deploy/kubernetes/overlays/small/clickhouse.yaml',
  ];
  const texts = files.map((file) => readFileSync(file, 'utf8')).join('');
  expect(new Set(texts.match(/clickhouse-server:\S+/g))).toEqual(new Set(['clickhouse-server:25.8']));
});

test('it creates each view, and a lake of its views has the rows that the newest gives', async () => {
  await insertPings(old.client, ofBlog);
  await insertCrawls(old.client, [{ occurred_at: Date.parse('2026-11-03T12:00:00Z') }]);
  // The other days are read from the tables of entities.
  await settleDays(old.client, ['2026-11-04'], {});
  for (const { views } of viewNames(names))
    for (const view of views) await arraysOf(old.client, `select * from bi.${view}`);

  const lake = inFolder('lake');
  expect(await runExport(`--to ${lake}`, { CLICKHOUSE_URL: old.url })).toContain('files written');
  const rows = await rowsOfViews(current.db.reader, current.bi.names.bi, exported);
  expect(await rowsOfLake(lake)).toEqual(rows);
  expect(rows.size).toBeGreaterThan(8);
});
