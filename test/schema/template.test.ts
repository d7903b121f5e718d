import { createMigratedDatabase, createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';

/** A clone of a migrated database, which most tests use, equals what the migrations create. */

let migrated: TestDatabase;
let clone: TestDatabase;
beforeAll(async () => {
  migrated = await createMigratedDatabase();
});
beforeEach(async () => {
  clone = await createTestDatabase();
});
afterEach(() => clone.drop());
afterAll(() => migrated.drop());

async function ask<Row>({ client }: TestDatabase, query: string, name = ''): Promise<Row[]> {
  const result = await client.query({ query, query_params: { name }, format: 'JSONEachRow' });
  return result.json<Row>();
}

const tablesOf = (db: TestDatabase) =>
  ask<{ name: string; engine: string }>(
    db,
    'select name, engine from system.tables where database = currentDatabase() order by name',
  );

/** The definition and the number of rows of each table and view. */
async function contents(db: TestDatabase): Promise<unknown[]> {
  return Promise.all(
    (await tablesOf(db)).map(async ({ name, engine }) => {
      const [shown] = await ask<{ statement: string }>(db, 'show create table {name:Identifier}', name);
      const rows = engine.endsWith('View')
        ? []
        : await ask(db, 'select count() from {name:Identifier}', name);
      return { name, definition: shown?.statement.replaceAll(`${db.database}.`, ''), rows };
    }),
  );
}

/** The first table and the first view, whatever their names. */
async function firstOf(db: TestDatabase): Promise<{ table: string; view: string }> {
  const all = await tablesOf(db);
  const named = (view: boolean) => all.find(({ engine }) => engine.endsWith('View') === view)?.name ?? '';
  return { table: named(false), view: named(true) };
}

test('a clone has every table, view and row', async () => {
  const made = await contents(migrated);
  expect(made.length).toBeGreaterThan(5);
  expect(await contents(clone)).toEqual(made);
});

test.each([
  ['a missing table', ({ table }) => `drop table ${table}`],
  ['a missing view', ({ view }) => `drop view ${view}`],
  ['a column too many', ({ table }) => `alter table ${table} add column odd String`],
  ['a missing comment', ({ table }) => `alter table ${table} modify comment ''`],
  ['a missing row', () => 'truncate table migrations'],
] satisfies [string, (first: { table: string; view: string }) => string][])(
  '%s is noticed',
  async (_, statement) => {
    await clone.client.command({ query: statement(await firstOf(clone)) });
    expect(await contents(clone)).not.toEqual(await contents(migrated));
  },
);
