import { type SettledTableName, settledTables } from '../tables.ts';
import { readChanges } from './changed-days.ts';
import type { Read } from './read.ts';
import { type TrustedDays, trustedDays } from './trusted-days.ts';
import { readEventChanges, trustedEventDays } from './trusted-events.ts';
import { createWatermarks } from './watermarks.ts';

/**
 * Finds the days of a range that can be read from settled tables.
 * @param tables the ones that the report reads: the worst of them decides the state of a day. `settled_events` is asked for alone
 * @param siteId all sites if undefined
 * @param range milliseconds since 1970, `end` excluded
 */
export type Trust = (
  read: Read,
  tables: readonly SettledTableName[],
  siteId: string | undefined,
  range: { start: number; end: number },
) => Promise<TrustedDays>;

/** Runs two small queries before those of the report, which keeps the latter short. Watermarks are cached once read. */
export function createTrust(): Trust {
  const readWatermarks = createWatermarks();

  const trustEvents: Trust = async (read, tables, siteId, range) => {
    const [changes, watermarks] = await Promise.all([
      readEventChanges(read, siteId, range),
      readWatermarks(read, tables, range),
    ]);
    return trustedEventDays(watermarks.get('settled_events') ?? new Map(), changes, range);
  };

  return async (read, tables, siteId, range) => {
    if (tables.includes('settled_events')) return trustEvents(read, tables, siteId, range);
    const asked = settledTables.flatMap(({ name, changes }) =>
      tables.includes(name) && changes !== 'event' ? [{ name, changes }] : [],
    );
    // In any order: what changes in between changes after every watermark, as watermarks lie in the past.
    const [changes, watermarks] = await Promise.all([
      readChanges(read, asked, siteId, range),
      readWatermarks(read, tables, range),
    ]);
    const known = asked.map(({ name, changes }) => ({ changes, days: watermarks.get(name) ?? new Map() }));
    return trustedDays(known, changes, range);
  };
}
