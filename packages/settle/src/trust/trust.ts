/** What the state of days follows from, by small queries: when their sessions changed, and up to when days are settled. */

import { only, sqlSecond, sqlTime } from '@tallyhouse/clickhouse';
import { idLead } from '@tallyhouse/ping';
import { z } from 'zod';
import { changeRules, type SettledTableName, settledTables } from '../tables.ts';
import changedDaysSql from './changed-days.sql';
import changedEventsSql from './changed-events.sql';
import changedPathsSql from './changed-paths.sql';
import changedSessionsSql from './changed-sessions.sql';
import {
  type ChangedDay,
  type ChangedSession,
  type Changes,
  changedHoursOf,
  type TrustedDays,
  trustedDays,
  type Watermarks,
  withoutChanged,
} from './trusted-days.ts';
import { trustedEventDays } from './trusted-events.ts';
import { createWatermarks, dateOf, type Range, type Read } from './watermarks.ts';

/**
 * Finds the days of a range that can be read from settled tables.
 * @param sets sets of tables: the worst table of a set decides the state of a day. `settled_events` and `settled_paths` are sets of their own
 * @param sites all sites if undefined
 * @returns the days for each set
 */
export type Trust = (
  read: Read,
  sets: readonly TableSet[],
  sites: readonly string[] | undefined,
  range: Range,
) => Promise<TrustedDays[]>;

type TableSet = readonly SettledTableName[];

/**
 * A report keeps the changed sessions in memory, some 100 bytes each. After an import into settled days, reading the days live takes
 * less.
 */
const mostChangedSessions = 500_000;

/**
 * Runs its queries before those of the report, which keeps the latter short: at most one of each kind, however many sets there
 * are. Watermarks are cached once read.
 * @param mostChanged with more changed sessions, changed days are live
 */
export function createTrust({ mostChanged = mostChangedSessions } = {}): Trust {
  const readWatermarks = createWatermarks();

  return async (read, sets, sites, range) => {
    const tables = new Set(sets.flat());
    const ofSessions = settledTables.flatMap(({ name, changes }) =>
      tables.has(name) && changes !== 'event' && changes !== 'path' ? [{ name, changes }] : [],
    );
    // In any order: what changes in between changes after every watermark, as watermarks lie in the past.
    const [changes, pathChanges, eventChanges, { tables: watermarks }] = await Promise.all([
      ofSessions.length > 0 ? readChanges(read, ofSessions, sites, range) : nothingChanged,
      tables.has('settled_paths') ? readPathChanges(read, sites, range) : nothingChanged,
      tables.has('settled_events') ? readEventChanges(read, sites, range) : new Map<number, number>(),
      readWatermarks(read, [...tables], range),
    ]);
    const watermarksOf = (name: SettledTableName) => watermarks.get(name) ?? new Map<number, number>();
    const trusted = sets.map((set) => {
      if (set.includes('settled_events')) {
        return trustedEventDays(watermarksOf('settled_events'), eventChanges, range);
      }
      if (set.includes('settled_paths')) {
        const known = { changes: 'path', days: watermarksOf('settled_paths') } as const;
        return withoutChanged(trustedDays([known], pathChanges, range));
      }
      const known = ofSessions.filter(({ name }) => set.includes(name));
      return trustedDays(
        known.map(({ name, changes }) => ({ changes, days: watermarksOf(name) })),
        changes,
        range,
      );
    });
    const since = Math.min(...trusted.map(({ changedSince }) => changedSince ?? Number.POSITIVE_INFINITY));
    if (!Number.isFinite(since)) return trusted;
    const { changed, sessions } = await readChangedSessions(read, sites, since, mostChanged);
    if (changed > mostChanged) return trusted.map(withoutChanged);
    return trusted.map((days) =>
      days.changedSince === undefined ? days : { ...days, changedSessions: sessions },
    );
  };
}

const nothingChanged: Changes = { days: new Map(), earlierLateAt: 0, now: 0 };

const changedSessions = z.object({
  changed: z.number(),
  sessions: z.array(z.tuple([z.number(), z.guid(), z.number(), z.guid()])),
});

/** The number of changed sessions, but little more than `most`, and which they are when they are few. */
async function readChangedSessions(
  read: Read,
  sites: readonly string[] | undefined,
  since: number,
  most: number,
): Promise<{ changed: number; sessions: readonly ChangedSession[] | undefined }> {
  const values = { ...siteValues(sites), since: sqlTime(since), most: most + 1 };
  const { changed, sessions } = only(await read(changedSessionsSql, values, changedSessions));
  const named = sessions.map(([sessionHour, sessionId, visitorHour, visitorId]) => ({
    sessionHour: sessionHour * 1000,
    sessionId,
    visitorHour: visitorHour * 1000,
    visitorId,
  }));
  return { changed, sessions: changed === 0 || named.length > 0 ? named : undefined };
}

const changedDay = z.object({
  day: z.number(),
  changed_at: z.number(),
  first_hours_changed_at: z.number(),
  late_at: z.number(),
  now: z.number(),
});

const changedPathsDay = changedDay.pick({ day: true, changed_at: true, first_hours_changed_at: true });

async function readChanges(
  read: Read,
  tables: readonly Pick<Watermarks, 'changes'>[],
  sites: readonly string[] | undefined,
  range: Range,
): Promise<Changes> {
  const days = new Map<number, ChangedDay>();
  let earlierLateAt = 0;
  // Without a row nothing ever changed, and the time does not matter.
  let now = 0;
  for (const row of await read(changedDaysSql, hourValues(tables, sites, range), changedDay)) {
    now = row.now;
    const { day, changed_at: changedAt, first_hours_changed_at: firstHoursChangedAt, late_at: lateAt } = row;
    if (day === 0) earlierLateAt = lateAt;
    else days.set(day, { changedAt, firstHoursChangedAt, lateAt });
  }
  return { days, earlierLateAt, now };
}

/** Paths change with their sessions, and with the events that name these. */
async function readPathChanges(
  read: Read,
  sites: readonly string[] | undefined,
  range: Range,
): Promise<Changes> {
  const rules = [{ changes: 'path' }] as const;
  const [changes, ofEvents] = await Promise.all([
    readChanges(read, rules, sites, range),
    read(changedPathsSql, hourValues(rules, sites, range), changedPathsDay),
  ]);
  const days = new Map(changes.days);
  for (const { day, changed_at, first_hours_changed_at } of ofEvents) {
    const { changedAt = 0, firstHoursChangedAt = 0, lateAt = 0 } = days.get(day) ?? {};
    days.set(day, {
      changedAt: Math.max(changed_at, changedAt),
      firstHoursChangedAt: Math.max(first_hours_changed_at, firstHoursChangedAt),
      lateAt,
    });
  }
  return { ...changes, days };
}

/** The session hours whose changes matter. */
function hourValues(
  tables: readonly Pick<Watermarks, 'changes'>[],
  sites: readonly string[] | undefined,
  range: Range,
) {
  const { from, until } = changedHoursOf(tables, range);
  const late = tables.some(({ changes }) => changeRules[changes].reachesPresent);
  return {
    ...siteValues(sites),
    days_from: sqlSecond(from),
    hours_from: sqlSecond(late ? 0 : from),
    hours_until: sqlSecond(until),
    id_lead: idLead,
  };
}

const changedEventDay = z.object({ day: z.number(), changed_at: z.number() });

/** When the events of each day of a range last changed, by the start of the day: milliseconds since 1970. */
async function readEventChanges(
  read: Read,
  sites: readonly string[] | undefined,
  { start, end }: Range,
): Promise<ReadonlyMap<number, number>> {
  const values = { ...siteValues(sites), first_day: dateOf(start), last_day: dateOf(end - 1) };
  const rows = await read(changedEventsSql, values, changedEventDay);
  return new Map(rows.map(({ day, changed_at }) => [day, changed_at]));
}

const siteValues = (sites: readonly string[] | undefined) => ({
  every_site: sites === undefined,
  sites: sites ?? [],
});
