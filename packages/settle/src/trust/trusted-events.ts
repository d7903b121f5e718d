import { sqlSecond } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { day } from '../slack.ts';
import changedEventsSql from './changed-events.sql';
import type { Read } from './read.ts';
import { append, type DayRun, inFewRuns, startOfDay, type TrustedDays } from './trusted-days.ts';

const row = z.object({ day: z.number(), changed_at: z.number() });

/** When the events of each day of a range last changed, by the start of the day: milliseconds since 1970. */
export async function readEventChanges(
  read: Read,
  siteId: string | undefined,
  { start, end }: { start: number; end: number },
): Promise<ReadonlyMap<number, number>> {
  const values = { site_id: siteId ?? '', first_day: dateOf(start), last_day: dateOf(end - 1) };
  const rows = await read(changedEventsSql, values, row);
  return new Map(rows.map(({ day, changed_at }) => [day, changed_at]));
}

const dateOf = (at: number) => sqlSecond(at).slice(0, 10);

/**
 * The days of a range whose events are settled; the others are live. An event may name a session of any age and move to another
 * day, so a changed day is not read as settled rows and changed sessions.
 * @param watermarks by the start of the day, like the changes
 */
export function trustedEventDays(
  watermarks: ReadonlyMap<number, number>,
  changes: ReadonlyMap<number, number>,
  { start, end }: { start: number; end: number },
): TrustedDays {
  const runs: DayRun[] = [];
  const first = startOfDay(start);
  // A day without an entry has no events.
  for (const [at, changedAt] of [...changes].sort(([a], [b]) => a - b)) {
    append(runs, { state: 'settled', from: runs.at(-1)?.until ?? first, until: at });
    const state = changedAt < (watermarks.get(at) ?? 0) ? 'settled' : 'live';
    append(runs, { state, from: at, until: at + day });
  }
  append(runs, {
    state: 'settled',
    from: runs.at(-1)?.until ?? first,
    until: startOfDay(end - 1) + day,
  });
  return { runs: inFewRuns(runs) ?? runs, changedSince: undefined };
}
