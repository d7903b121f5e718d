import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

/** The tables and views of a database, with the statements that create them. */
const table = z.object({ name: z.string(), engine: z.string(), sql: z.string(), rows: z.coerce.number() });

type Table = z.output<typeof table>;

/**
 * Copies all tables, views and rows of one database into another, an empty one: the migrations take several times as
 * long. It knows none of them by name. test/schema checks that nothing is missing.
 * @param client one that may read and write both
 */
export async function cloneDatabase(client: ClickHouseClient, from: string, to: string): Promise<void> {
  const all = await tablesOf(client, from);
  const create = async ({ sql }: Table) => {
    // Without it ClickHouse waits for the disk at each table and view; nobody needs these after a power cut.
    const clickhouse_settings = { fsync_metadata: 0 } as const;
    await client.command({ query: sql.replaceAll(`${from}.`, `${to}.`), clickhouse_settings });
  };
  // A materialized view needs what it reads; another view has its columns in its statement, and needs nothing.
  const views = ['View', 'MaterializedView'].map((kind) => all.filter(({ engine }) => engine === kind));
  const tables = all.filter((one) => !views.flat().includes(one));
  await Promise.all(tables.map(create));
  // Before there are views, which would fill other tables from these rows.
  for (const { name } of tables.filter(({ rows }) => rows > 0)) {
    await client.command({
      query:
        'insert into {to:Identifier}.{name:Identifier} select * from {from:Identifier}.{name:Identifier}',
      query_params: { from, to, name },
      clickhouse_settings: { async_insert: 0 },
    });
  }
  for (const kind of views) await Promise.all(kind.map(create));
}

async function tablesOf(client: ClickHouseClient, database: string): Promise<Table[]> {
  const result = await client.query({
    query: `
      select name, engine, create_table_query as sql, ifNull(total_rows, 0) as rows
      from system.tables
      where database = {database:String}`,
    query_params: { database },
    format: 'JSONEachRow',
  });
  return z.array(table).parse(await result.json());
}
