import { columns, logColumns, pingFields, versionColumn } from '@tallyhouse/ping';
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
  expect(stored).toEqual([versionColumn, ...columns, ...logColumns]);
});

test('the columns of pings say the same as the table of fields', async () => {
  const stored = await rows<{ name: string; comment: string }>(
    `select name, comment from system.columns where database = currentDatabase() and table = 'pings'`,
  );
  const comments = Object.fromEntries(stored.map(({ name, comment }) => [name, comment]));
  expect(comments).toMatchObject(
    Object.fromEntries(
      Object.entries(pingFields).flatMap(([name, field]) => ('type' in field ? [[name, field.comment]] : [])),
    ),
  );
});

test('every table and every column of a table says what it is', async () => {
  const silent = await rows(`
    select table, name from system.columns
    where database = currentDatabase() and comment = '' and table not like '%\\_from\\_pings'
    union all
    select name, 'the table itself' from system.tables where database = currentDatabase() and comment = ''`);
  expect(silent).toEqual([]);
});
