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

test('the row contract equals the columns of pings', async () => {
  const stored = await rows<{ name: string; type: string }>(
    `select name, type from system.columns where database = currentDatabase() and table = 'pings' order by position`,
  );
  expect(stored).toEqual([versionColumn, ...columns, ...logColumns]);
});

test('the comments of pings equal those of the fields', async () => {
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

test('every table and every column has a comment', async () => {
  const silent = await rows(`
    select table, name from system.columns
    where database = currentDatabase() and comment = '' and table not like '%\\_from\\_pings' and table not like '%\\_from\\_events'
    union all
    select name, 'the table itself' from system.tables where database = currentDatabase() and comment = ''`);
  expect(silent).toEqual([]);
});
