import type { ClickHouseClient } from '@clickhouse/client';
import { select } from '@tallyhouse/clickhouse';
import { idLead, pingLead } from '@tallyhouse/ping';
import { z } from 'zod';
import dueSql from './due.sql';
import dueEventsSql from './due-events.sql';
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
  const row = z.object({ date: z.iso.date() });
  const values = { table: name, id_lead: idLead, ping_lead: pingLead, rest_ms: restMs };
  const days =
    changes === 'event'
      ? await select(client, dueEventsSql, row, values)
      : await select(client, dueSql, row, { ...values, ...ruleBindings(changes) });
  return days.map(({ date }) => date);
}

function ruleBindings(changes: keyof typeof changeRules) {
  const { daysAfter, reachesPresent } = changeRules[changes];
  return { days_after: daysAfter, reaches_present: reachesPresent, of_events: changes === 'path' };
}
