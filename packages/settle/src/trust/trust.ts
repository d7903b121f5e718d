/** The sources of the state of days, from small queries: when days changed, and until when they are settled. */

import { only } from '@tallyhouse/clickhouse';
import { hour } from '@tallyhouse/facts';
import { timeInId } from '@tallyhouse/ping';
import { sql, type TableNames, table, time } from '@tallyhouse/sql';
import { z } from 'zod';
import type { SettledTableName } from '../tables/define.ts';
import { settledTables } from '../tables/index.ts';
import { type Candidate, createPredecessors, createWatermarks, past } from './candidates.ts';
import { find, type Range, type Read, siteCondition } from './find.ts';
import {
  type ChangedSession,
  type DayStates,
  liveDays,
  trustedDays,
  withoutChanged,
} from './trusted-days.ts';

type TableSet = readonly SettledTableName[];

/**
 * Finds the days of a range that settled tables can serve.
 * @param sets sets of tables: the worst table of a set decides the state of a day. `settled_events` and `settled_paths` are sets of their
 * own
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
  days(chosen: TableNames): Promise<DayStates[]>;
}

/**
 * A report keeps the changed sessions in memory, some 100 bytes each. After an import into settled days, reading the days live takes
 * less.
 */
const mostChangedSessions = 500_000;

/**
 * Runs its queries before those of the report, which keeps the latter short: one, and one for each table whose parts are new, because
 * watermarks are cached once read; and one for the changed sessions, when a day is changed.
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
      const withDays = all.map(async ({ stored, lacks }): Promise<Candidate> => {
        const watermarks = past(await watermarksOf(read, stored, found.tables.get(stored) ?? []), now);
        return { stored, isOwn: stored === table.stored, lacks, changed: changed[table.fact], watermarks };
      });
      return [table.name, await Promise.all(withDays)] as const;
    });
    const candidates = new Map(await Promise.all(each));

    const daysOf = (set: TableSet, chosen: TableNames): DayStates => {
      const known = set.flatMap(
        (name) => candidates.get(name)?.find(({ stored }) => stored === chosen.get(name)) ?? [],
      );
      if (known.length < set.length) return liveDays(range);
      const facts = tables.filter(({ name }) => set.includes(name)).map(({ fact }) => fact);
      // An event names a session of any age, and moves to another day: rows of changed sessions would not suffice.
      const ofEvents = facts.includes('event');
      // A request belongs to no session.
      const ofCrawls = facts.includes('crawl');
      const held = ofCrawls ? changed.crawl : ofEvents ? changed.event : changed.session;
      const days = trustedDays(known, { held, now }, range);
      return ofCrawls || ofEvents || facts.includes('path') ? withoutChanged(days) : days;
    };

    return {
      candidates,
      async days(chosen) {
        const trusted = sets.map((set) => daysOf(set, chosen));
        const since = Math.min(...trusted.map(({ changedSince = Number.POSITIVE_INFINITY }) => changedSince));
        if (!Number.isFinite(since)) return trusted;
        const { count, sessions } = await readChangedSessions(read, sites, since, mostChanged);
        if (count > mostChanged) return trusted.map(withoutChanged);
        return trusted.map((days) =>
          days.changedSince === undefined ? days : { ...days, changedSessions: sessions },
        );
      },
    };
  };
}

const changedSessions = z.object({
  changed: z.number(),
  found: z.array(z.tuple([z.number(), z.guid(), z.guid()])),
});

/** The most changed sessions that a report names. */
const mostNamed = 100;

/** The number of changed sessions, counted little further than `most`, and their ids when they are few. */
async function readChangedSessions(
  read: Read,
  sites: readonly string[] | undefined,
  since: number,
  most: number,
): Promise<{ count: number; sessions: readonly ChangedSession[] | undefined }> {
  const query = sql`
select
    count() as changed,
    groupUniqArray(${mostNamed + 1})((toUnixTimestamp(session_hour), session_id, visitor_id)) as found
from (
    select
        session_hour,
        session_id,
        visitor_id
    from ${table('changed_sessions')}
    where ${siteCondition(sites)}
      and changed_from >= toStartOfFiveMinutes(${time(since)})
      and changed_at >= ${time(since)}
    limit ${most + 1}
)
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0`;
  const { changed: count, found } = only(await read(query, changedSessions));
  const named = found.map(([sessionHour, sessionId, visitorId]) => ({
    sessionHour: sessionHour * 1000,
    sessionId,
    visitorHour: startOfHour(timeInId(visitorId)),
    visitorId,
  }));
  return { count, sessions: found.length > mostNamed ? undefined : named };
}

const startOfHour = (at: number) => at - (at % hour);
