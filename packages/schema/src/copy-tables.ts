/**
 * Gives a new replica the tables of the others. It cannot run the migrations one by one: a table joins the replicas only with its current
 * columns.
 */
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { appliedMigrations, command, hasTable, insertRows, select } from '@tallyhouse/clickhouse';
import { raw } from '@tallyhouse/sql';
import { z } from 'zod';
import tablesToCopySql from './tables-to-copy.sql';

const table = z.object({ sql: z.string() });

/** TABLE_ALREADY_EXISTS */
const isThere = '57';

/**
 * Copies the tables of a replica, and the record of its migrations, to those that have none. Without rows: ClickHouse fetches them. After
 * an interruption it begins again, because the record is written last.
 */
export async function copyTables(replicas: readonly ClickHouseClient[]): Promise<void> {
  const records = [];
  for (const client of replicas) {
    records.push({
      client,
      migrations: (await hasTable(client, raw('migrations'))) ? await appliedMigrations(client) : [],
    });
  }
  const from = records.find(({ migrations }) => migrations.length > 0);
  if (from === undefined) return;
  for (const { client, migrations } of records) {
    if (migrations.length > 0) continue;
    const tables = await select(from.client, tablesToCopySql, table);
    for (const { sql } of tables) {
      await command(client, sql).catch((error: unknown) => {
        if (!(error instanceof ClickHouseError) || error.code !== isThere) throw error;
      });
    }
    await insertRows(client, 'migrations', from.migrations);
  }
}
