import { type SettledTableName, settledTables } from '../tables.ts';
import { readChanges } from './changed-days.ts';
import type { Read } from './read.ts';
import { type TrustedDays, trustedDays } from './trusted-days.ts';
import { createWatermarks } from './watermarks.ts';

/**
 * Finds out which days of a range can be read from settled tables.
 * @param tables those that the report reads: a day is as good as the worst of them
 * @param siteId all sites without it
 * @param range milliseconds since 1970, `end` exclusive
 */
export type Trust = (
  read: Read,
  tables: readonly SettledTableName[],
  siteId: string | undefined,
  range: { start: number; end: number },
) => Promise<TrustedDays>;

/** Two small queries before those of the report, which become short by them. It keeps watermarks once they were read. */
export function createTrust(): Trust {
  const readWatermarks = createWatermarks();
  return async (read, tables, siteId, range) => {
    const asked = settledTables.filter(({ name }) => tables.includes(name));
    // In any order: what changes in between changes after every watermark, which lags behind.
    const [changes, watermarks] = await Promise.all([
      readChanges(read, asked, siteId, range),
      readWatermarks(read, tables, range),
    ]);
    const known = asked.map(({ name, changes }) => ({ changes, days: watermarks.get(name) ?? new Map() }));
    return trustedDays(known, changes, range);
  };
}
