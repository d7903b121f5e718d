import type { TestDatabase } from '../harness/clickhouse.ts';

/** Empties all tables except that of the migrations, which is several times faster than a new database. */
export async function emptyTables({ client }: TestDatabase): Promise<void> {
  const found = await client.query({
    query: `select name from system.tables
      where database = currentDatabase() and engine like '%MergeTree' and total_rows > 0 and name != 'migrations'`,
    format: 'JSONEachRow',
  });
  const tables = await found.json<{ name: string }>();
  await Promise.all(tables.map(({ name }) => client.command({ query: `truncate table ${name} sync` })));
}
