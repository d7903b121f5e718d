import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { idLead } from '@tallyhouse/ping';
import { z } from 'zod';
import dueSql from './due.sql';
import { changeRules, type SettledTable } from './tables.ts';

/**
 * The stale days of a settled table, as `YYYY-MM-DD`, newest first.
 * @param restMs leaves out days whose watermark is younger, milliseconds
 */
export async function dueDays(
  client: ClickHouseClient,
  { name, changes }: SettledTable,
  restMs = 0,
): Promise<string[]> {
  const { daysAfter, reachesPresent } = changeRules[changes];
  const days = await select(client, dueSql, z.object({ date: z.iso.date() }), {
    table: name,
    id_lead: idLead,
    days_after: daysAfter,
    reaches_present: reachesPresent,
    rest_ms: restMs,
  });
  return days.map(({ date }) => date);
}
