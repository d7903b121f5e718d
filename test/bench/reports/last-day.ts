import { sqlTime } from '@tallyhouse/clickhouse';
import type { Filled } from '../fill/fill.ts';
import { settleWithCommand } from '../fill/settle.ts';
import type { Service } from '../service.ts';
import changeLastDay from './change-last-day.sql';

const hour = 3_600_000;

/**
 * Rebuilds the last days, so that the service does not do so while reports are timed, and begins to change them.
 * @returns changes the last day: called before each report, because a rebuild may come in between after all
 */
export async function openLastDay(service: Service, filled: Filled): Promise<() => Promise<void>> {
  const { siteId, end } = filled;
  if (Date.now() - end > 12 * hour) throw new Error('The last day of this data is over: fill again');
  await settleWithCommand(service, filled, 2);
  return () => service.command(changeLastDay, { site_id: siteId, end: sqlTime(end) });
}
