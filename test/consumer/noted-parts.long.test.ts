/**
 * ClickHouse notes the token of a block before it keeps the part. Killed in between, it skips the block when it comes again. Such a
 * state is made here: the reply to an insert is lost, the server ends, and its parts are removed.
 */
import { rm } from 'node:fs/promises';
import { createClickHouse, createDatabase } from '@tallyhouse/clickhouse';
import { createInsert } from '@tallyhouse/consumer';
import { encodeRow, rowVersion } from '@tallyhouse/ping';
import { migrateDatabase } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { startOwnClickHouse } from '../faults/cluster/clickhouse.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';

const database = 'test_noted';

const server = forAllTests(() => startOwnClickHouse());
const client = forAllTests(async () => {
  const url = server.urlOf('writer');
  await createDatabase({ url, database }, logger);
  return createClickHouse({ url, database }, logger);
});
const proxy = forAllTests(() => startProxy(new URL(server.urlOf('writer'))));
beforeAll(() => migrateDatabase(client));

/** The parts of the tables that remember tokens. */
const partsWithTokens = () =>
  rowsOf<{ table: string; path: string }>(
    client,
    `select table, path from system.parts
      where active and database = currentDatabase() and table in (
          select name from system.tables
          where database = currentDatabase() and create_table_query like '%deduplication_window = 10000%')
      order by table`,
  );

test('a batch is stored in every table, whatever parts ClickHouse noted and did not keep', async () => {
  const at = Date.parse('2026-11-20T10:00:00.000Z');
  const throughProxy = createClickHouse({ url: proxy.url, database }, logger);
  const insert = createInsert(throughProxy);
  const run = {
    version: rowVersion,
    partition: 0,
    offsets: [0n, 1n],
    values: [
      pingRow({ pinged_at: at, page_title: 'Home' }),
      pingRow({ pinged_at: at, event: 'Signup', event_id: '1' }),
    ].map(encodeRow),
  };
  proxy.rules.toClient = (_, isInsert) => (isInsert ? 'cut' : 'pass');
  await expect(insert(run)).rejects.toThrow();
  proxy.rules = {};

  const noted = await partsWithTokens();
  const tables = ['event_ids', 'events', 'page_titles', 'pageviews', 'pings', 'sessions', 'visitors'];
  expect(noted.map(({ table }) => table)).toEqual(tables);
  await server.stop();
  await Promise.all(noted.map(({ path }) => rm(path, { recursive: true })));
  await server.start();
  expect(await partsWithTokens()).toEqual([]);

  await insert(run);
  await throughProxy.close();
  expect([...new Set((await partsWithTokens()).map(({ table }) => table))]).toEqual(tables);
});
