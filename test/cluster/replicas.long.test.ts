/**
 * Two servers that stand for the replicas of a shard. The library that the tests run as ClickHouse has replicated tables, but no port
 * over which replicas fetch from each other, so theirs never become writable: what is shown here is all that comes before and after.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createReadClient, createWriteClient } from '@tallyhouse/clickhouse';
import { replicatedStatements } from '@tallyhouse/clickhouse/migrate/replicated';
import { copyTables, migrations } from '@tallyhouse/schema';
import { sql } from '@tallyhouse/sql';
import { forAllTests, hoursAgo, visit } from '../api/query-service.ts';
import { insertPings, rowsOf } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';
import { ran } from '../harness/ran.ts';
import { serviceOver } from './sharded-query.ts';
import { startShards, type TestShards } from './shards.ts';

const servers = forAllTests(() => startShards(2, { migrated: false, replicas: true }));

type Server = TestShards['shards'][number];

function serverAt(index: number): Server {
  const server = servers.shards[index];
  if (!server) throw new Error(`no server ${index}`);
  return server;
}
const first = () => serverAt(0);
const second = () => serverAt(1);

/** Uses the database that every server has. */
async function onDefault<T>({ url }: Server, use: (client: ClickHouseClient) => Promise<T>): Promise<T> {
  const client = createClickHouse({ url, database: 'default' }, logger);
  return use(client).finally(() => client.close());
}
const command = (server: Server, query: string) => onDefault(server, (client) => client.command({ query }));

const tablesOf = (client: ClickHouseClient) =>
  rowsOf<{ name: string; sql: string }>(
    client,
    'select name, create_table_query as sql from system.tables where database = {database:String} order by name',
    { database: servers.database },
  );

/** What `tallyhouse migrate` prints, and how it exits. */
async function migrate(environment: Record<string, string>) {
  const env = {
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_DATABASE: servers.database,
    CLICKHOUSE_SHARDS: servers.addresses.replace(',', '|'),
    LOG_LEVEL: 'silent',
    ...environment,
  };
  const { code, out, errors } = await ran([process.execPath, 'dist/migrate.js'], { env });
  return { code, text: code === 0 ? out : errors };
}

test('ClickHouse understands each statement for replicas', async () => {
  const all = migrations.flatMap(({ version, sql }) =>
    sql
      .split(/;[ \t]*$/m)
      .filter((statement) => statement.trim() !== '')
      .flatMap((one) => replicatedStatements(one, { database: 'x', version })),
  );
  await onDefault(first(), async (client) => {
    for (const statement of all) await client.command({ query: `explain ast ${statement}` });
  });
});

test('replicas without Keeper: the migration that fails is named, and nothing is recorded', async () => {
  const { code, text } = await migrate({ CLICKHOUSE_REPLICATED: '1' });
  expect(code).toBe(1);
  expect(text).toMatch(/^Shard 1 \(127\.0\.0\.1:\d+\): .*Zoo[kK]eeper/);
  const tables = await tablesOf(first().client);
  expect(tables.map(({ name }) => name)).toEqual(['migrations']);
  for (const server of [first(), second()]) await command(server, `drop database ${servers.database} sync`);
});

test('a replica that is away: no migration runs', async () => {
  await second().kill();
  try {
    const { code, text } = await migrate({ CLICKHOUSE_REPLICATED: '1' });
    expect(code).toBe(1);
    expect(text).toMatch(
      /^Shard 1 \(127\.0\.0\.1:\d+\) cannot be reached\. Migrations need all shards; nothing was changed/,
    );
  } finally {
    await second().start();
  }
});

test('tables of one server do not become replicated, and a new server gets the tables of another', async () => {
  const alone = { CLICKHOUSE_SHARDS: servers.addresses.split(',')[0] ?? '' };
  expect((await migrate(alone)).code).toBe(0);
  const before = await tablesOf(first().client);

  const { code, text } = await migrate({ CLICKHOUSE_REPLICATED: '1' });
  expect(code).toBe(1);
  expect(text).toContain(
    'are not replicated, and cannot become so. Unset CLICKHOUSE_REPLICATED; or begin with an empty',
  );
  expect(await tablesOf(first().client)).toEqual(before);

  await command(second(), `create database if not exists ${servers.database}`);
  await copyTables([second().client, first().client]);
  expect(await tablesOf(second().client)).toEqual(before);
  const again = { CLICKHOUSE_SHARDS: servers.addresses.split(',')[1] ?? '' };
  expect(await migrate(again)).toEqual({ code: 0, text: 'The schema is up to date.\n' });
});

test('reports read the next replica once one is away', async () => {
  const visits = Array.from({ length: 7 }, (_, index) => hoursAgo(index + 1));
  const pings = visits.map((at) => ({ pinged_at: at, ...visit(at) }));
  for (const { client } of [first(), second()]) await insertPings(client, pings);
  const service = await serviceOver(servers, {
    environment: {
      CLICKHOUSE_SHARDS: servers.shards.map(({ readerUrl }) => readerUrl).join('|'),
      CLICKHOUSE_REPLICATED: '1',
    },
  });
  const pageviews = async () => {
    const { text } = await service.get('/api/v1/overview?site_id=blog&period=7d');
    return JSON.parse(text).data?.pageviews ?? text;
  };
  try {
    expect((await service.get('/readyz')).text).toBe('{"status":"ok","checks":{"clickhouse":"ok"}}');
    expect(await pageviews()).toBe(7);
    for (const server of [first(), second()]) {
      await server.kill();
      expect(await pageviews()).toBe(7);
      await server.start();
    }
  } finally {
    await service.stop();
  }
});

test('writes go to the next replica once one is away, and back when it answers; reads do so at once', async () => {
  let now = 0;
  const database = 'default';
  const [one, other] = [first(), second()].map(({ url }) => ({ url, database }));
  if (!one || !other) throw new Error('two servers');
  const replication = { quorum: 'auto' };
  const writer = createWriteClient([one, other], logger, { replication }, () => now);
  const readerOf = (name: string) => {
    const connections = [one, other].map(({ url }) => ({ url, database: name }));
    return createReadClient(
      connections,
      logger,
      { readable: { maxDelaySeconds: 5, tables: sql`select 1 from visitors` } },
      () => now,
    );
  };
  const reader = readerOf(servers.database);
  // It has no tables of ours, as a new replica.
  const early = readerOf(database);
  const insert = (number: number) =>
    writer.insert({ table: 'written', values: [{ number }], format: 'JSONEachRow' });
  const numbersOf = (server: Server) =>
    onDefault(server, (client) => rowsOf(client, 'select number from written order by number'));
  try {
    for (const server of [first(), second()])
      await command(server, 'create table written (number UInt8) engine = MergeTree order by number');
    await insert(1);
    await first().kill();
    // Its rows may have been stored: the caller repeats it.
    await expect(insert(2)).rejects.toThrow();
    await insert(2);
    const seen = await reader.query({ query: "select 'there'", format: 'TabSeparated' });
    expect((await seen.text()).trim()).toBe('there');
    await expect(early.query({ query: "select 'there'" })).rejects.toThrow('no ClickHouse can be reached');
    expect(await writer.ping()).toEqual({ success: true });
    await first().start();
    // For five seconds it is not asked.
    await insert(3);
    now += 5_001;
    await insert(4);
    const stored = [await numbersOf(first()), await numbersOf(second())];
    expect(stored).toEqual([
      [{ number: 1 }, { number: 4 }],
      [{ number: 2 }, { number: 3 }],
    ]);
  } finally {
    await Promise.all([writer.close(), reader.close(), early.close()]);
  }
});
