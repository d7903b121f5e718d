import type { ClickHouseClient } from '@clickhouse/client';
import { migrateDatabase } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { rowsOf } from '../harness/clickhouse.ts';
import { maxMemoryBytes, maxSeconds, startOwnServer } from './own-server.ts';

const server = forAllTests(() => startOwnServer('tallyhouse'));
let reader: ClickHouseClient;

beforeAll(async () => {
  const writer = server.clientOf('writer');
  for (const database of ['tallyhouse', 'tallyhouse_other', 'private']) {
    await writer.command({ query: `create database ${database}` });
    await writer.command({ query: `create table ${database}.notes (n UInt8) engine = MergeTree order by n` });
    await writer.command({ query: `insert into ${database}.notes values (1)` });
  }
  await migrateDatabase(server.clientOf('writer', 'tallyhouse'));
  // So that there is a query log to read.
  await writer.command({ query: 'system flush logs query_log' });
  reader = server.clientOf('reader', 'tallyhouse');
});

/** ACCESS_DENIED, or READONLY. */
const refused = /^(497|164)$/;

test.each([
  'select * from system.query_log',
  'select * from system.users',
  'select * from system.grants',
  'select * from system.processes',
  'select * from private.notes',
  'select * from tallyhouse_other.notes',
  "select * from mergeTreeIndex('private', 'notes')",
  "select * from file('/etc/hostname', 'LineAsString')",
  "select * from url('http://127.0.0.1:1/', 'LineAsString')",
  "select * from remote('127.0.0.1', 'private', 'notes')",
  "select * from executable('ls', 'LineAsString', 'line String')",
  'create table more (n UInt8) engine = Memory',
  'create temporary table more (n UInt8)',
  'insert into notes values (2)',
  'kill query where 1',
])('the reader has no right to %s', async (query) => {
  await expect(reader.command({ query })).rejects.toMatchObject({ code: expect.stringMatching(refused) });
});

test('it sees and reads the tables of its database, with the queries of SQL clients', async () => {
  const names = (query: string) =>
    rowsOf(reader, query).then((rows) => rows.flatMap((row) => Object.values(row ?? {})));
  const tables = await names('show tables');
  expect(tables).toContain('pageviews');
  expect(
    await names(
      "select table_name from information_schema.tables where table_schema = 'tallyhouse' order by 1",
    ),
  ).toEqual(tables);
  expect(await names("select distinct database from system.tables where database != 'system'")).toEqual([
    'tallyhouse',
  ]);
  expect(await names('show databases')).not.toContain('private');
  expect(await names('select distinct database from system.parts')).toEqual(['tallyhouse']);
  expect(await names('describe table pageviews')).toContain('page_path');
  for (const table of tables) await rowsOf(reader, `select * from ${table} limit 1`);
});

test.each([
  ['max_execution_time', maxSeconds],
  ['max_memory_usage', maxMemoryBytes],
])("%s is at most the service's own limit", async (setting, most) => {
  const given = `select toFloat64(getSetting('${setting}')) as value`;
  expect(await rowsOf(reader, given)).toEqual([{ value: most }]);
  expect(await rowsOf(reader, `${given} settings ${setting} = ${most}`)).toEqual([{ value: most }]);
  expect(await rowsOf(reader, `${given} settings ${setting} = 5`)).toEqual([{ value: 5 }]);
  for (const value of [most + 1, 0]) {
    await expect(rowsOf(reader, `${given} settings ${setting} = ${value}`)).rejects.toMatchObject({
      code: '452',
    });
  }
  await expect(
    reader.query({ query: given, clickhouse_settings: { [setting]: String(most + 1) } }),
  ).rejects.toMatchObject({ code: '452' });
});

test('it cannot grant itself the right to write', async () => {
  await expect(rowsOf(reader, 'select 1 settings readonly = 0')).rejects.toMatchObject({ code: '164' });
});
