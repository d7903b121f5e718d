import type { ClickHouseClient } from '@clickhouse/client';
import { type RebuildOptions, rebuildDay, type SettledTableName, settledTables } from '@tallyhouse/settle';

/** Rebuilds days while no inserts run, so watermarks need not be in the past. @param names of the tables; all by default */
export async function settleDays(
  client: ClickHouseClient,
  dates: readonly string[],
  options: RebuildOptions = { lagMs: 0 },
  names?: readonly SettledTableName[],
): Promise<void> {
  const tables = settledTables.filter(({ name }) => names?.includes(name) ?? true);
  const each = tables.map(async (table) => {
    for (const date of dates) await rebuildDay(client, table, date, options);
  });
  await Promise.all(each);
}
