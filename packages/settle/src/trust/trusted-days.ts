import { day } from '@tallyhouse/facts';

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

export interface DayStates {
  /**
   * In order, without gaps, from the first day of the range that may have rows to the last: none where no day has any. Neighbours
   * differ in state. At most 20: beyond that, all days from the first stale one to the last are live.
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

/** When rows last changed, by the start of the day: both are milliseconds since 1970. A missing day has no rows. */
export type ChangedDays = ReadonlyMap<number, number>;

/** A settled table: when its rows last changed, and until when they are settled, by the start of the day. */
export interface KnownTable {
  changed: ChangedDays;
  watermarks?: ReadonlyMap<number, number> | undefined;
}

const mostRuns = 20;
/** changed_sessions keeps three days. */
const oldestChangedSince = 2 * day;

/**
 * The days of a range, in runs.
 * @param tables the report reads each of them
 * @param held the days that may have rows: all others are empty in every table
 * @param now by the server's clock, milliseconds since 1970
 */
export function trustedDays(
  tables: readonly KnownTable[],
  { held, now }: { held: ChangedDays; now: number },
  { start, end }: { start: number; end: number },
): DayStates {
  const runs: DayRun[] = [];
  let changedSince = Number.POSITIVE_INFINITY;
  // The days in between are empty. A range may be of centuries.
  const days = [...held.keys()].filter((at) => at + day > start && at < end).sort((a, b) => a - b);
  for (const at of days) {
    const watermark = Math.min(...tables.map(({ watermarks }) => watermarks?.get(at) ?? 0));
    const state = stateOf(at, tables, watermark >= now - oldestChangedSince);
    if (state === 'changed') changedSince = Math.min(changedSince, watermark);
    append(runs, { state: 'settled', from: runs.at(-1)?.until ?? at, until: at });
    append(runs, { state, from: at, until: at + day });
  }
  const fewer = inFewRuns(runs);
  if (fewer !== undefined) return { runs: fewer, changedSince: undefined };
  return { runs, changedSince: Number.isFinite(changedSince) ? changedSince : undefined };
}

/** All days of a range as live, where no settled table serves. */
export const liveDays = ({ start, end }: { start: number; end: number }): DayStates => ({
  runs: [{ state: 'live', from: startOfDay(start), until: startOfDay(end - 1) + day }],
  changedSince: undefined,
});

/** The same days, but the changed ones are live. */
export function withoutChanged({ runs }: DayStates): DayStates {
  const merged: DayRun[] = [];
  for (const run of runs) append(merged, run.state === 'changed' ? { ...run, state: 'live' } : { ...run });
  return { runs: merged, changedSince: undefined };
}

/** @param young whether all sessions that changed since the oldest watermark are known */
function stateOf(at: number, tables: readonly KnownTable[], young: boolean): DayState {
  if (tables.every((table) => !isStale(at, table))) return 'settled';
  return young ? 'changed' : 'live';
}

/** Whether a day changed since its watermark, or has none. */
export const isStale = (at: number, { changed, watermarks }: KnownTable) =>
  changed.has(at) && (changed.get(at) ?? 0) >= (watermarks?.get(at) ?? 0);

/** Adds a run at the end, or prolongs the last one where that has its state. */
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

const startOfDay = (at: number) => Math.floor(at / day) * day;
