import { columns, logColumns } from '@tallyhouse/ping';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function rows<Row>(query: string): Promise<Row[]> {
  const result = await db.client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

test('the row contract is the table pings, column by column', async () => {
  const stored = await rows<{ name: string; type: string }>(
    `select name, type from system.columns where database = currentDatabase() and table = 'pings' order by position`,
  );
  expect(stored).toEqual([...columns, ...logColumns]);
});

test('every table and every column of a table says what it is', async () => {
  const silent = await rows(`
    select table, name from system.columns
    where database = currentDatabase() and comment = '' and table not like '%\\_from\\_pings'
    union all
    select name, 'the table itself' from system.tables where database = currentDatabase() and comment = ''`);
  expect(silent).toEqual([]);
});

test('tables filled by views hold only minima and maxima beside their key, so that a replay changes nothing', async () => {
  const others = await rows(`
    select table, name, type from system.columns
    where database = currentDatabase()
      and table in ('pageviews', 'sessions', 'visitors')
      and not is_in_sorting_key
      and default_kind != 'ALIAS'
      and not match(type, '^SimpleAggregateFunction\\\\((min|max), ')`);
  expect(others).toEqual([]);
});

test('every table that an insert reaches remembers inserted blocks', async () => {
  const forgetful = await rows(`
    select name from system.tables
    where database = currentDatabase()
      and name in ('pings', 'pageviews', 'sessions', 'visitors')
      and not match(create_table_query, 'non_replicated_deduplication_window = 10000')`);
  expect(forgetful).toEqual([]);
});
