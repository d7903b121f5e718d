/** What the state of days follows from, by small queries: when their sessions changed, and up to when days are settled. */

import { only, sqlTime } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { type SettledTableName, settledTables } from '../tables.ts';
import changedSessionsSql from './changed-sessions.sql';
import { readChanges, siteValues } from './changes.ts';
import { type ChangedSession, type TrustedDays, trustedDays, withoutChanged } from './trusted-days.ts';
import { createWatermarks, type Range, type Read } from './watermarks.ts';

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
