import { day } from '../slack.ts';
import { append, type DayRun, inFewRuns, startOfDay, type TrustedDays } from './trusted-days.ts';

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
