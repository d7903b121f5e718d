import type { ClickHouseClient } from '@clickhouse/client';
import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { only, select } from './select.ts';

/** Whether there is a table, or a view. @param name with its database, or in that of the client */
export async function hasTable(client: ClickHouseClient, name: Sql, left?: AbortSignal): Promise<boolean> {
  const answer = z.object({ result: z.number() });
  return only(await select(client, sql`exists table ${name}`, answer, {}, left)).result === 1;
}

/** Inserts a few rows. They are stored when this resolves. */
export async function insertRows(
  client: ClickHouseClient,
  table: string,
  values: readonly object[],
): Promise<void> {
  await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: { async_insert: 0 } });
}
