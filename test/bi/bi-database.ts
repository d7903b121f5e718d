import type { ClickHouseClient } from '@clickhouse/client';
import { createBiViews } from '@tallyhouse/schema';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';

/** The views on a test database, in a database of their own, which a query calls `bi`. */
export async function createBiDatabase({ client, reader, database }: TestDatabase) {
  // The harness creates this definer on the server.
  const names = { database, bi: `${database}_bi`, definer: 'bi_definer' };
  await createBiViews(client, names);
  return {
    names,
    /** Rows of a query as a reader of the views gets them: arrays of values, in any order. */
    rows: (query: string) => arraysOf(reader, query.replaceAll(/\bbi\./g, `${names.bi}.`)),
    /** Stops merges of these tables only, because other tests share the server. */
    async stopMerges() {
      const ofDatabase = `database = '${database}' and engine like '%MergeTree'`;
      const tables = await arraysOf(reader, `select name from system.tables where ${ofDatabase}`);
      for (const [name] of tables) await client.command({ query: `system stop merges ${database}.${name}` });
    },
    async drop() {
      await client.command({ query: `drop database ${names.bi} sync` });
    },
  };
}

/** A database of its own, and the views on it. */
export async function startBiDatabase() {
  const db = await createTestDatabase();
  const bi = await createBiDatabase(db);
  return {
    ...db,
    ...bi,
    async drop() {
      await bi.drop();
      await db.drop();
    },
  };
}

/** The rows of a query, each an array of values. */
export async function arraysOf(client: ClickHouseClient, query: string): Promise<unknown[][]> {
  const clickhouse_settings = { output_format_json_quote_64bit_integers: 0 } as const;
  return (await client.query({ query, format: 'JSONCompactEachRow', clickhouse_settings })).json();
}
