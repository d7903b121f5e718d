import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, rowsOf, type TestDatabase } from '../harness/clickhouse.ts';
import { migratedDatabase } from './migrated.ts';

/** A clone of a migrated database, which most tests use, equals what the migrations create. */

type Database = Pick<TestDatabase, 'client' | 'database'>;

const migrated = migratedDatabase();
const clone = forAllTests(createTestDatabase);

const ask = <Row>({ client }: Database, query: string, name = '') => rowsOf<Row>(client, query, { name });

const tablesOf = (db: Database) =>
  ask<{ name: string; engine: string }>(
    db,
    'select name, engine from system.tables where database = currentDatabase() order by name',
  );

/** The definition and the number of rows of each table and view. */
async function contents(db: Database): Promise<unknown[]> {
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

test('a clone has every table, view and row', async () => {
  const made = await contents(migrated);
  expect(made.length).toBeGreaterThan(5);
  expect(await contents(clone)).toEqual(made);
});
