import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { raw, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import { only, select } from './select.ts';

/**
 * Inserts rows, all or none, unless some were inserted with this token before, by any process: of several, ClickHouse keeps the first.
 * Version 3 of a record with the token `<its id>/3` is a compare-and-set; `<rule>/<hour>` claims work for one process. The table has a
 * column `claim UUID`, a deduplication window (replicated tables recognise tokens on each replica), no partitions, and an engine that
 * merges no rows into one. Only the last tokens are known, as many as the window holds: so look first whether there is such a row, and let
 * the token decide between concurrent writers.
 * @returns whether the stored rows are these. Another process's rows may become readable on a replica only a moment later.
 */
export async function insertOnce(
  client: ClickHouseClient,
  { table, token, rows }: { table: string; token: string; rows: readonly object[] },
): Promise<boolean> {
  const claim = randomUUID();
  await client.insert({
    table,
    values: rows.map((row) => ({ ...row, claim })),
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0, insert_deduplicate: 1, insert_deduplication_token: token },
  });
  const ours = sql`select count() as ours from ${raw(table)} where claim = toUUID(${text(claim)})`;
  return only(await select(client, ours, z.object({ ours: z.number() }))).ours === rows.length;
}
