import { idLead } from '@tallyhouse/ping';
import { day } from '../slack.ts';
import { changeRules } from '../tables.ts';

/**
 * Where the rows of a day are read. `settled`: from the settled tables. `changed`: from the settled tables for sessions that
 * did not change since, from the entity tables for the others. `live`: from the entity tables.
 */
export type DayState = 'settled' | 'changed' | 'live';

/** A run of whole UTC days in one state: milliseconds since 1970, `until` excluded. */
export interface DayRun {
  state: DayState;
  from: number;
  until: number;
}

export interface TrustedDays {
  /**
   * In order, without gaps; they cover the range. Neighbours differ in state. At most 20: beyond that, all days from the first
   * stale one to the last are live.
   */
  runs: readonly DayRun[];
  /**
   * Sessions (visitors) with a ping stored at or after this time (milliseconds since 1970) are read from the entity tables
   * on changed days: the oldest watermark of these days. Undefined when no run is `changed`.
   */
  changedSince: number | undefined;
  /**
   * These sessions and perhaps others, when they are few: a session that did not change may be read from the entity tables too.
   * Undefined when they are to be looked up in `changed_sessions`.
   */
  changedSessions?: readonly ChangedSession[] | undefined;
}

/** A session with a visitor of its pings. Hours are those in the ids, milliseconds since 1970. */
export interface ChangedSession {
  sessionHour: number;
  sessionId: string;
  visitorHour: number;
  visitorId: string;
}

/** When sessions of a day's hours last changed. All times are milliseconds since 1970. */
export interface ChangedDay {
  changedAt: number;
  /** For sessions of its first hours alone, whose ids may be ahead of pings on the day before; 0 when they never did. */
  firstHoursChangedAt: number;
  /** When a ping was last stored a day or more after its time; 0 when none was. */
  lateAt: number;
}

export interface Changes {
  /** By the start of the day; days that never changed are missing. */
  days: ReadonlyMap<number, ChangedDay>;
  /** The greatest `lateAt` of all earlier days. */
  earlierLateAt: number;
  /** By the server's clock. */
  now: number;
}

/** A table, and the watermarks of its days by their start. */
export interface Watermarks {
  changes: keyof typeof changeRules;
  days: ReadonlyMap<number, number>;
}

const mostRuns = 20;
/** changed_sessions keeps three days. */
const oldestChangedSince = 2 * day;

/** The days of a range, in runs. @param tables the report reads each of them */
export function trustedDays(
  tables: readonly Watermarks[],
  changes: Changes,
  { start, end }: { start: number; end: number },
): TrustedDays {
  const runs: DayRun[] = [];
  let changedSince = Number.POSITIVE_INFINITY;
  const first = startOfDay(start);
  const last = startOfDay(end - 1) + day;
  let lastLateAt = changes.earlierLateAt;
  for (const [at, { lateAt }] of changes.days) if (at < first) lastLateAt = Math.max(lastLateAt, lateAt);
  // The days in between hold nothing. A range may be of centuries.
  for (const at of daysWithChanges(changes, first, last)) {
    lastLateAt = Math.max(lastLateAt, changes.days.get(at)?.lateAt ?? 0);
    const watermark = Math.min(...tables.map(({ days }) => days.get(at) ?? 0));
    const state = stateOf(at, tables, changes, lastLateAt, watermark);
    if (state === 'changed') changedSince = Math.min(changedSince, watermark);
    append(runs, { state: 'settled', from: runs.at(-1)?.until ?? first, until: at });
    append(runs, { state, from: at, until: at + day });
  }
  append(runs, { state: 'settled', from: runs.at(-1)?.until ?? first, until: last });
  const fewer = inFewRuns(runs);
  if (fewer !== undefined) return { runs: fewer, changedSince: undefined };
  return { runs, changedSince: Number.isFinite(changedSince) ? changedSince : undefined };
}

/** The same days, but the changed ones are live. */
export function withoutChanged({ runs }: TrustedDays): TrustedDays {
  const merged: DayRun[] = [];
  for (const run of runs) append(merged, run.state === 'changed' ? { ...run, state: 'live' } : { ...run });
  return { runs: merged, changedSince: undefined };
}

/** @param lastLateAt the greatest one up to the end of the day */
function stateOf(
  at: number,
  tables: readonly Watermarks[],
  changes: Changes,
  lastLateAt: number,
  watermark: number,
): DayState {
  // No session ever touched the day: it is empty in every table.
  if (changedAtOf(at, changeRules.session.daysAfter, changes) === 0) return 'settled';
  const isSettled = tables.every((table) => {
    const { daysAfter, reachesPresent } = changeRules[table.changes];
    const changedAt = Math.max(changedAtOf(at, daysAfter, changes), reachesPresent ? lastLateAt : 0);
    return changedAt < (table.days.get(at) ?? 0);
  });
  if (isSettled) return 'settled';
  return watermark >= changes.now - oldestChangedSince ? 'changed' : 'live';
}

/** When a session that affects the day last changed; 0 when none ever did. */
export function changedAtOf(at: number, daysAfter: number, { days }: Changes): number {
  let changedAt = days.get(at + day)?.firstHoursChangedAt ?? 0;
  for (let back = 0; back <= daysAfter; back++) {
    changedAt = Math.max(changedAt, days.get(at - back * day)?.changedAt ?? 0);
  }
  return changedAt;
}

/** The days of a range that a changed session touches, in order. */
function daysWithChanges({ days }: Changes, first: number, last: number): number[] {
  const touched = new Set<number>();
  for (const at of days.keys())
    for (let beside = -1; beside <= changeRules.session.daysAfter; beside++) touched.add(at + beside * day);
  return [...touched].filter((at) => at >= first && at < last).sort((a, b) => a - b);
}

/** Adds a run, or extends the last one. */
export function append(runs: DayRun[], next: DayRun): void {
  if (next.from === next.until) return;
  const last = runs.at(-1);
  if (last?.state === next.state) last.until = next.until;
  else runs.push(next);
}

/** When there are more than 20: the same days, live from the first stale one to the last. */
export function inFewRuns(runs: readonly DayRun[]): DayRun[] | undefined {
  if (runs.length <= mostRuns) return undefined;
  const first = runs.findIndex(({ state }) => state !== 'settled');
  const last = runs.findLastIndex(({ state }) => state !== 'settled');
  const merged: DayRun[] = [];
  for (const [index, run] of runs.entries()) {
    append(merged, { ...run, state: index < first || index > last ? 'settled' : 'live' });
  }
  return merged;
}

/** The session hours whose changes affect the days of a range. @returns from, up to but not including */
export function changedHoursOf(
  tables: readonly Pick<Watermarks, 'changes'>[],
  { start, end }: { start: number; end: number },
): { from: number; until: number } {
  const daysAfter = Math.max(...tables.map(({ changes }) => changeRules[changes].daysAfter));
  // Including the first hours of the next day.
  return { from: startOfDay(start) - daysAfter * day, until: startOfDay(end - 1) + day + idLead };
}

export const startOfDay = (at: number) => Math.floor(at / day) * day;
