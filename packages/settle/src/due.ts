import type { ClickHouseClient } from '@clickhouse/client';
import { createLook } from './look/look.ts';
import type { SettledTable } from './tables/define.ts';

/** The stale days of a settled table, as `YYYY-MM-DD`, newest first. */
export async function dueDays(client: ClickHouseClient, { name }: SettledTable): Promise<string[]> {
  const { due } = await createLook(client)();
  return due.get(name) ?? [];
}
