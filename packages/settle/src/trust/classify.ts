/** Which days of a range can be read from settled tables: the one rule for exactness, as a function of a few times. */

/** Milliseconds since 1970, as everywhere here. */
const hour = 3_600_000;
const day = 24 * hour;

/** How long `changed_sessions` surely holds what changed: it keeps three days, and drops whole ones. */
const changedKeptMs = 2 * day;
/** Runs are conditions in the SQL of a report: more would be felt. */
const mostRuns = 20;

export type DayState = 'settled' | 'changed' | 'live';

/** A run of whole UTC days in one state, `until` exclusive. */
export interface DayRun {
  state: DayState;
  from: number;
  until: number;
}

export interface TrustedDays {
  /** In order, without gaps; they cover the range. Neighbours differ in state. */
  runs: readonly DayRun[];
  /**
   * Sessions (visitors) with a ping stored at or after this time are read from the entity tables on changed days: the oldest
   * watermark of these. Undefined when no day is changed.
   */
  changedSince: number | undefined;
}

/** When sessions whose ids are of one UTC day last changed; 0 for never. */
export interface ChangedDay {
  day: number;
  changedAt: number;
  /** The same of the sessions of its first hour, which may have begun on the day before. */
  firstHourChangedAt: number;
  /** When the last ping was stored that came a day or more late. */
  lateAt: number;
}

/** What the changes of a table follow: those of sessions, or those of visitors. */
export type ChangeRule = 'session' | 'visitor';

/**
 * How many days before a day a session's id may be of, so that a ping of it changes the day. Rows of a session lie within a day
 * of its id. A ping moves when its visitor was first seen from at most a day later, unless it comes late.
 */
export const daysBefore: Readonly<Record<ChangeRule, number>> = { session: 1, visitor: 3 };

/**
 * Sorts the days of a range. A day that no ping touched since its watermark is settled; one that was touched is changed while it
 * is known which sessions did so, and else live. A day that no ping ever touched is empty everywhere: it counts as settled.
 * @param range begins and ends at midnight UTC
 * @param changes in any order; those of days before the range reach into it
 * @param watermarks of each table that is read, by the begin of the day
 * @param now by the clock of the database
 */
export function classifyDays(
  range: { start: number; end: number },
  changes: readonly ChangedDay[],
  watermarks: readonly ReadonlyMap<number, number>[],
  rule: ChangeRule,
  now: number,
): TrustedDays {
  const byDay = new Map(changes.map((change) => [change.day, change]));
  const runs: DayRun[] = [];
  let changedSince: number | undefined;
  const late = lateChanges(changes);
  for (let from = range.start; from < range.end; from += day) {
    const watermark = Math.min(...watermarks.map((days) => days.get(from) ?? 0));
    const changedAt = Math.max(touchedAt(byDay, from, rule), rule === 'visitor' ? late(from) : 0);
    const state = stateOf(changedAt, watermark, now);
    if (state === 'changed') changedSince = Math.min(changedSince ?? watermark, watermark);
    const last = runs.at(-1);
    if (last?.state === state) last.until = from + day;
    else runs.push({ state, from, until: from + day });
  }
  return runs.length <= mostRuns ? { runs, changedSince } : { runs: withoutChanged(runs), changedSince: undefined };
}

function stateOf(changedAt: number, watermark: number, now: number): DayState {
  if (changedAt === 0 || changedAt < watermark) return 'settled';
  return watermark > now - changedKeptMs ? 'changed' : 'live';
}

/** When a ping was last stored of a session that may have rows on a day. */
function touchedAt(byDay: ReadonlyMap<number, ChangedDay>, from: number, rule: ChangeRule): number {
  let at = byDay.get(from + day)?.firstHourChangedAt ?? 0;
  for (let back = 0; back <= daysBefore[rule]; back++) at = Math.max(at, byDay.get(from - back * day)?.changedAt ?? 0);
  return at;
}

/** When a late ping of a day or of one before it was last stored: it may move a first visit from any later day to its own. */
function lateChanges(changes: readonly ChangedDay[]): (from: number) => number {
  const ordered = [...changes].sort((a, b) => a.day - b.day);
  let [next, newest] = [0, 0];
  return (from) => {
    // A session whose id is of the next day may hold pings of this one.
    for (let change = ordered[next]; change !== undefined && change.day <= from + day; change = ordered[++next])
      newest = Math.max(newest, change.lateAt);
    return newest;
  };
}

/** With too many runs, what lies between the first and the last day that is not settled counts as live. */
function withoutChanged(runs: readonly DayRun[]): DayRun[] {
  const stale = runs.filter(({ state }) => state !== 'settled');
  const [from, until] = [stale.at(0)?.from ?? 0, stale.at(-1)?.until ?? 0];
  const before = runs.filter((run) => run.until <= from);
  const after = runs.filter((run) => run.from >= until);
  return [...before, { state: 'live', from, until }, ...after];
}
