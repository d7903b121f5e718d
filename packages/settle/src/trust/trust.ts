/** What the state of days follows from, by small queries: when days changed, and up to when they are settled. */

import { only } from '@tallyhouse/clickhouse';
import { date, raw, render, type Sql, sql, table, texts, time } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Fact, type SettledTableName, settledTables } from '../tables.ts';
import {
  type ChangedDays,
  type ChangedSession,
  type TrustedDays,
  trustedDays,
  withoutChanged,
} from './trusted-days.ts';
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
  // Counts no further than one more than the limit, and names them when they are at most 100.
  const query = sql`
select
    count() as changed,
    groupUniqArray(101)((
        toUnixTimestamp(session_hour),
        session_id,
        toUnixTimestamp(toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC'))),
        visitor_id
    )) as found,
    if(length(found) > 100, [], found) as sessions
from (
    select
        session_hour,
        session_id,
        visitor_id
    from ${table('changed_sessions')}
    where ${ofSites(sites)}
      and changed_from >= toStartOfFiveMinutes(${time(since)})
      and changed_at >= ${time(since)}
    limit ${most + 1}
)
settings max_threads = 1`;
  const { sql: text, values } = render(query);
  const { changed, sessions } = only(await read(text, values, changedSessions));
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
  range: Range,
): Promise<Changes> {
  const named = [...facts].filter((fact) => fact !== 'event');
  const asked = new Set(
    named.flatMap((fact) => (fact === 'visitor' ? ['session', fact, 'late'] : ['session', fact])),
  );
  const run = <Row>(query: Sql, row: z.ZodType<Row>) => {
    const { sql: text, values } = render(query);
    return read(text, values, row);
  };
  const [rows, eventRows] = await Promise.all([
    asked.size > 0 ? run(changesOf([...asked], sites, range), changedDay) : [],
    facts.has('event') ? run(changesOfEvents(sites, range), changedEventDay) : [],
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

const ofSites = (sites: readonly string[] | undefined): Sql =>
  sites === undefined ? raw('true') : sql`site_id in ${texts(sites)}`;

/** Late pings of days before the range are one row with time 0. */
const changesOf = (
  facts: readonly string[],
  sites: readonly string[] | undefined,
  { start, end }: Range,
): Sql => sql`
select
    fact,
    if(day < ${date(start)}, 0, toUnixTimestamp(toDateTime(day, 'UTC')) * 1000) as at,
    toUnixTimestamp64Milli(max(changed_days.changed_at)) as changed_at,
    toUnixTimestamp64Milli(now64(3, 'UTC')) as now
from ${table('changed_days')}
where fact in ${texts(facts)}
  and ${ofSites(sites)}
  and (day >= ${date(start)} or fact = 'late')
  and day <= ${date(end - 1)}
group by
    fact,
    at
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0`;

/** When the events of each day last changed, or the sessions that one of them names: a session's properties are those of its events too. */
const changesOfEvents = (sites: readonly string[] | undefined, { start, end }: Range): Sql => sql`
with
    event_days as (
        select
            day,
            session_day,
            max(changed_days.changed_at) as event_changed_at
        from ${table('changed_days')}
        where fact = 'event'
          and ${ofSites(sites)}
          and day >= ${date(start)}
          and day <= ${date(end - 1)}
        group by
            day,
            session_day
    ),
    session_days as (
        select
            day as session_day,
            max(changed_days.changed_at) as session_changed_at
        from ${table('changed_days')}
        where fact = 'session'
          and ${ofSites(sites)}
          and day in (select session_day from event_days)
        group by session_day
    )
select
    toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 as at,
    toUnixTimestamp64Milli(max(greatest(event_changed_at, session_changed_at))) as changed_at
from event_days
left join session_days using (session_day)
group by day
settings max_threads = 1`;
