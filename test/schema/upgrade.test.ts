import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createDatabase, type Migration, migrate } from '@tallyhouse/clickhouse';
import { createInsert } from '@tallyhouse/consumer/insert';
import { encodeRow, pingFields, rowVersion } from '@tallyhouse/ping';
import { migrations } from '@tallyhouse/schema';
import { createLogger } from '@tallyhouse/service';
import { dueDays, rebuildDay, settledTables } from '@tallyhouse/settle';
import { columnsOf } from '../../packages/ping/src/columns.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';

/** A database with data is upgraded while pings are stored. */

const noon = Date.UTC(2026, 10, 21, 12);
const logger = createLogger('test', 'silent');
const visit = { visitor_id: uuid7(noon), session_id: uuid7(noon) };

let client: ClickHouseClient;
let database: string;
beforeEach(async () => {
  const url = process.env['TEST_CLICKHOUSE_URL'] ?? '';
  database = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase({ url, database }, logger);
  client = createClickHouse({ url, database }, logger);
});
afterEach(async () => {
  await client.command({ query: 'drop database {database:Identifier} sync', query_params: { database } });
  await client.close();
});

async function rows(query: string): Promise<unknown[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

/** Migrates while two senders store one ping after the other, each on its own page. @returns the number of stored pings */
async function migrateUnderLoad(to: readonly Migration[]): Promise<number> {
  let sent = 0;
  let migrated = false;
  const store = () => insertPings(client, [{ pinged_at: noon, ...visit, page_path: `/${sent++}` }]);
  await store();
  const load = async () => {
    do await store();
    while (!migrated);
  };
  const loads = [load(), load()];
  try {
    await migrate(client, to);
  } finally {
    migrated = true;
    await Promise.all(loads);
  }
  return sent;
}

const counts = `select
  (select count() from pings final) as pings,
  (select count() from pageviews final) as pageviews,
  (select uniqExact(page_path) from pageviews final) as pages,
  (select count() from sessions final) as sessions`;

test('a database without the newest migration is complete after it', async () => {
  await migrate(client, migrations.slice(0, -1));
  const sent = await migrateUnderLoad(migrations);
  expect(await rows(counts)).toEqual([{ pings: sent, pageviews: sent, pages: sent, sessions: 1 }]);
});

test('a ping whose insert runs during the upgrade is noted by day', async () => {
  await migrate(client, migrations.slice(0, 44));
  const slow = client.command({
    query: `insert into pings (pinged_at, session_id)
      select '2026-11-21 12:00:00', '${visit.session_id}' from numbers(3) where not sleepEachRow(1)`,
    clickhouse_settings: { max_block_size: '1' },
  });
  const inserts = `select count() as running from system.processes
    where query_kind = 'Insert' and current_database = currentDatabase() and query like '%sleepEachRow%'`;
  await eventually(() => rows(inserts), [{ running: 1 }]);
  await Promise.all([slow, migrate(client, migrations)]);
  const noted = "select day from changed_days final where fact = 'session' order by day";
  expect(await rows(noted)).toEqual([{ day: '2026-11-21' }, { day: '2026-11-22' }]);
});

test('a changed view misses no ping and counts none twice', async () => {
  await migrate(client, migrations);
  const sent = await migrateUnderLoad([...migrations, await hostnameOfPageviews()]);
  expect(await rows(counts)).toEqual([{ pings: sent, pageviews: sent, pages: sent, sessions: 1 }]);
  await insertPings(client, [{ pinged_at: noon, ...visit, page_path: '/later' }]);
  expect(await rows("select hostname from pageviews final where page_path = '/later'")).toEqual([
    { hostname: 'example.org' },
  ]);
});

test('days that were settled without hosts are rebuilt with them', async () => {
  const tables = settledTables.filter(({ name }) => /^settled_(sessions|pageviews)$/.test(name));
  await migrate(client, migrations.slice(0, 14));
  const ids = `'${visit.visitor_id}', '${visit.session_id}', '${visit.session_id}'`;
  await client.command({
    query: `insert into pings (pinged_at, visitor_id, session_id, pageview_id, hostname)
      values ('2026-11-21 12:00:00', ${ids}, 'example.org')`,
  });
  for (const { name } of tables)
    await client.command({ query: `insert into ${name} (day, watermark) values ('2026-11-21', now64(3))` });
  await migrate(client, migrations);
  for (const table of tables) {
    expect(await dueDays(client, table)).toContain('2026-11-21');
    await rebuildDay(client, table, '2026-11-21');
    const stored = `select hostname from ${table.name} where session_id = '${visit.session_id}'`;
    expect(await rows(stored)).toEqual([{ hostname: 'example.org' }]);
  }
  expect(tables).toHaveLength(2);
});

test('messages of the version before events are stored before and after the upgrade, and beside events', async () => {
  const before = 4;
  const names = columnsOf(pingFields, before).map(({ name }) => name);
  const written = (page_path: string) => {
    const [, ...values]: unknown[] = JSON.parse(
      encodeRow(pingRow({ pinged_at: noon, ...visit, page_path })).toString(),
    );
    const all = columnsOf(pingFields, rowVersion).map(({ name }) => name);
    return Buffer.from(JSON.stringify([before, ...names.map((name) => values[all.indexOf(name)])]));
  };
  const store = (offset: bigint, version: number, value: Buffer) =>
    createInsert(client)({ version, partition: 0, offsets: [offset], values: [value] });
  // The consumer of this build reads the table `forgotten`. Without it, its messages wait.
  const forgotten = migrations.filter(({ name }) => name.endsWith('_forgotten'));
  await migrate(client, [...migrations.slice(0, 17), ...forgotten]);
  await store(0n, before, written('/old'));
  await migrate(client, migrations);
  await store(1n, before, written('/waiting'));
  await store(2n, rowVersion, encodeRow(pingRow({ pinged_at: noon, ...visit, event: 'Signup' })));
  expect(await rows('select page_path, event, row_version from pings order by log_offset')).toEqual([
    { page_path: '/old', event: '', row_version: before },
    { page_path: '/waiting', event: '', row_version: before },
    { page_path: '/', event: 'Signup', row_version: rowVersion },
  ]);
  expect(await rows('select page_path from pageviews final order by page_path')).toEqual([
    { page_path: '/old' },
    { page_path: '/waiting' },
  ]);
  expect(await rows('select event, session_id from events final')).toEqual([
    { event: 'Signup', session_id: visit.session_id },
  ]);
});

/** A new column in an entity table, as the next migration would add it. */
async function hostnameOfPageviews(): Promise<Migration> {
  const [view] = await rows(
    "select as_select from system.tables where name = 'pageviews_from_pings' and database = currentDatabase()",
  );
  const { as_select: select } = view as { as_select: string };
  return {
    version: migrations.length + 1,
    name: `${migrations.length + 1}_hostname_of_pageviews`,
    sql: `
      alter table pageviews add column if not exists hostname SimpleAggregateFunction(max, LowCardinality(String));
      alter table pageviews_from_pings modify query ${select.replace(/ FROM /, ', max(pings.hostname) AS hostname FROM ')};`,
  };
}
