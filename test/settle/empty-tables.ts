import type { TestDatabase } from '../harness/clickhouse.ts';

/** Empties all tables but that of the migrations: a new database for each test takes several times as long. */
export async function emptyTables({ client }: TestDatabase): Promise<void> {
  const found = await client.query({
    query: `select name from system.tables
      where database = currentDatabase() and engine like '%MergeTree' and total_rows > 0 and name != 'migrations'`,
    format: 'JSONEachRow',
  });
  const tables = await found.json<{ name: string }>();
  await Promise.all(tables.map(({ name }) => client.command({ query: `truncate table ${name} sync` })));
}
