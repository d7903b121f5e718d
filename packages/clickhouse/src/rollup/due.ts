import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { select } from '../select.ts';
import dueSql from './due.sql';
import type { Rollup } from './tables.ts';

/**
 * The days of a rollup that are behind, as `YYYY-MM-DD`, the newest first.
 * @param restSeconds leaves out those that were complete this short a while ago
 */
export async function dueDays(
  client: ClickHouseClient,
  { table }: Rollup,
  restSeconds = 0,
): Promise<string[]> {
  const days = await select(client, dueSql, z.object({ date: z.iso.date() }), {
    table,
    rest_seconds: restSeconds,
  });
  return days.map(({ date }) => date);
}
