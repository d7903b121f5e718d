/** What the state of days follows from, by small queries: when days changed, and up to when they are settled. */

import { only, sqlTime } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { type Fact, type SettledTableName, settledTables } from '../tables.ts';
import changedDaysSql from './changed-days.sql';
import changedEventsSql from './changed-events.sql';
import changedSessionsSql from './changed-sessions.sql';
import {
  type ChangedDays,
  type ChangedSession,
  type TrustedDays,
  trustedDays,
  withoutChanged,
} from './trusted-days.ts';
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
    const tables = settledTables.filter(({ name }) => sets.some((set) => set.includes(name)));
    // In any order: what changes in between changes after every watermark, as watermarks lie in the past.
    const [{ of, now }, { tables: watermarks }] = await Promise.all([
      readChanges(read, new Set(tables.map(({ fact }) => fact)), sites, range),
      readWatermarks(
        read,
        tables.map(({ name }) => name),
        range,
      ),
    ]);
    const trusted = sets.map((set) => {
      const known = tables.flatMap(({ name, fact }) =>
        set.includes(name) ? [{ fact, changed: of[fact], watermarks: watermarks.get(name) }] : [],
      );
      // An event names a session of any age, and moves to another day: rows of changed sessions would not do.
      const ofEvents = known.some(({ fact }) => fact === 'event');
      const days = trustedDays(known, { held: ofEvents ? of.event : of.session, now }, range);
      return ofEvents || known.some(({ fact }) => fact === 'path') ? withoutChanged(days) : days;
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

/** As views over pings and events note it in `changed_days`. */
interface Changes {
  /** For the facts that were asked for, and for sessions. */
  of: Readonly<Record<Fact, ChangedDays>>;
  /** By the server's clock; 0 when nothing ever changed. */
  now: number;
}

const changedDay = z.object({
  fact: z.enum(['session', 'visitor', 'late', 'path']),
  at: z.number(),
  changed_at: z.number(),
  now: z.number(),
});

const changedEventDay = changedDay.pick({ at: true, changed_at: true });

/**
 * Reads when rows of these facts last changed on the days of a range, by one small query, and another one for events.
 * @param sites all sites if undefined
 */
export async function readChanges(
  read: Read,
  facts: ReadonlySet<Fact>,
  sites: readonly string[] | undefined,
  { start, end }: Range,
): Promise<Changes> {
  const values = { ...siteValues(sites), first_day: dateOf(start), last_day: dateOf(end - 1) };
  const named = [...facts].filter((fact) => fact !== 'event');
  const asked = new Set(
    named.flatMap((fact) => (fact === 'visitor' ? ['session', fact, 'late'] : ['session', fact])),
  );
  const [rows, eventRows] = await Promise.all([
    asked.size > 0 ? read(changedDaysSql, { ...values, facts: [...asked] }, changedDay) : [],
    facts.has('event') ? read(changedEventsSql, values, changedEventDay) : [],
  ]);
  const daysOf = (fact: string) =>
    new Map(rows.flatMap((row) => (row.fact === fact ? [[row.at, row.changed_at] as const] : [])));
  return {
    of: {
      session: daysOf('session'),
      visitor: withLate(daysOf('visitor'), daysOf('late')),
      path: daysOf('path'),
      event: new Map(eventRows.map(({ at, changed_at }) => [at, changed_at])),
    },
    now: rows[0]?.now ?? 0,
  };
}

/** A ping that was stored a day or more after its time may move a first visit away from any later day. */
function withLate(visitors: ChangedDays, late: ChangedDays): ChangedDays {
  const inOrder = (days: ChangedDays) => [...days].sort(([a], [b]) => a - b);
  const waiting = inOrder(late);
  let lateAt = 0;
  return new Map(
    inOrder(visitors).map(([at, changedAt]) => {
      for (let [first] = waiting; first !== undefined && first[0] <= at; [first] = waiting) {
        lateAt = Math.max(lateAt, first[1]);
        waiting.shift();
      }
      return [at, Math.max(changedAt, lateAt)];
    }),
  );
}

const siteValues = (sites: readonly string[] | undefined) => ({
  every_site: sites === undefined,
  sites: sites ?? [],
});
