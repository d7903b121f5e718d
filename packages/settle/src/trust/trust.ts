/** What the state of days follows from, by small queries: when days changed, and up to when they are settled. */

import type { TableNames } from '@tallyhouse/sql';
import type { SettledTableName } from '../tables/define.ts';
import { settledTables } from '../tables/index.ts';
import { readChangedSessions } from './changed-sessions.ts';
import type { Candidate } from './choose.ts';
import { find, type Range, type Read } from './find.ts';
import { createPredecessors } from './predecessors.ts';
import { liveDays, type TrustedDays, trustedDays, withoutChanged } from './trusted-days.ts';
import { createWatermarks, past } from './watermarks.ts';

type TableSet = readonly SettledTableName[];

/**
 * Finds the days of a range that can be read from settled tables.
 * @param sets sets of tables: the worst table of a set decides the state of a day. `settled_events` and `settled_paths` are sets of their own
 * @param sites all sites if undefined
 */
export type Trust = (
  read: Read,
  sets: readonly TableSet[],
  sites: readonly string[] | undefined,
  range: Range,
) => Promise<Trusted>;

export interface Trusted {
  /** The tables in ClickHouse that may serve for each table, this build's own first. */
  candidates: ReadonlyMap<SettledTableName, readonly Candidate[]>;
  /** @param chosen one of the candidates for each table; without one, days are live @returns the days for each set */
  days(chosen: TableNames): Promise<TrustedDays[]>;
}

/**
 * A report keeps the changed sessions in memory, some 100 bytes each. After an import into settled days, reading the days live takes
 * less.
 */
const mostChangedSessions = 500_000;

/**
 * Runs its queries before those of the report, which keeps the latter short: one, and one for each table whose parts are new, as watermarks
 * are cached once read; and one for the changed sessions, when a day is changed.
 * @param mostChanged with more changed sessions, changed days are live
 */
export function createTrust({ mostChanged = mostChangedSessions } = {}): Trust {
  const watermarksOf = createWatermarks();
  const predecessorsOf = createPredecessors();

  return async (read, sets, sites, range) => {
    const tables = settledTables.filter(({ name }) => sets.some((set) => set.includes(name)));
    const found = await find(read, new Set(tables.map(({ fact }) => fact)), sites, range);
    const { changed, now } = found;
    const each = tables.map(async (table) => {
      const own = found.tables.has(table.stored) ? [{ stored: table.stored, lacks: [] }] : [];
      const all = [...own, ...(await predecessorsOf(read, table, [...found.tables.keys()]))];
      const known = all.map(async ({ stored, lacks }): Promise<Candidate> => {
        const watermarks = await watermarksOf(read, stored, found.tables.get(stored) ?? []);
        const known = { changed: changed[table.fact], watermarks: past(watermarks, now) };
        return { stored, isOwn: stored === table.stored, lacks, ...known };
      });
      return [table.name, await Promise.all(known)] as const;
    });
    const candidates = new Map(await Promise.all(each));

    const daysOf = (set: TableSet, chosen: TableNames): TrustedDays => {
      const known = set.flatMap(
        (name) => candidates.get(name)?.find(({ stored }) => stored === chosen.get(name)) ?? [],
      );
      if (known.length < set.length) return liveDays(range);
      const facts = tables.filter(({ name }) => set.includes(name)).map(({ fact }) => fact);
      // An event names a session of any age, and moves to another day: rows of changed sessions would not do.
      const ofEvents = facts.includes('event');
      const days = trustedDays(known, { held: ofEvents ? changed.event : changed.session, now }, range);
      return ofEvents || facts.includes('path') ? withoutChanged(days) : days;
    };

    return {
      candidates,
      async days(chosen) {
        const trusted = sets.map((set) => daysOf(set, chosen));
        const since = Math.min(...trusted.map(({ changedSince = Number.POSITIVE_INFINITY }) => changedSince));
        if (!Number.isFinite(since)) return trusted;
        const { changed, sessions } = await readChangedSessions(read, sites, since, mostChanged);
        if (changed > mostChanged) return trusted.map(withoutChanged);
        return trusted.map((days) =>
          days.changedSince === undefined ? days : { ...days, changedSessions: sessions },
        );
      },
    };
  };
}
