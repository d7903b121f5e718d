import { rowsOf, type TestDatabase } from '../harness/clickhouse.ts';

/** Empties all tables except that of the migrations, which is several times faster than a new database. */
export async function emptyTables({ client }: TestDatabase): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    client,
    `select name from system.tables
      where database = currentDatabase() and engine like '%MergeTree' and total_rows > 0 and name != 'migrations'`,
  );
  await Promise.all(tables.map(({ name }) => client.command({ query: `truncate table ${name} sync` })));
}
