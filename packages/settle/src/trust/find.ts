/** One query before a report or a rebuild: which settled tables there are, the parts of their days, and when days changed. */

import { date, raw, type Sql, sql, sqlSecond, table, text, texts, unionAll } from '@tallyhouse/sql';
import { z } from 'zod';
import type { ChangedFact } from '../tables/define.ts';
import type { ChangedDays } from './trusted-days.ts';

/** Runs a query on behalf of a report, under its limits. */
export type Read = <Row>(query: Sql, row: z.ZodType<Row>) => Promise<Row[]>;

/** Milliseconds since 1970, `end` excluded. */
export interface Range {
  start: number;
  end: number;
}

/** The parts of a day of a settled table. */
export interface DayParts {
  /** The start of the day, milliseconds since 1970. */
  at: number;
  names: readonly string[];
  /** Identifies these parts. */
  version: string;
}

const foundRow = z.object({
  kind: z.enum(['table', 'part', 'session', 'visitor', 'late', 'path', 'event', 'crawl']),
  subject: z.string(),
  /** The day, as ClickHouse writes it. */
  day: z.string().transform((day) => Date.parse(day)),
  part: z.string(),
  /** When a day changed, and when a part was written; of a table the time of the query. */
  at: z.number(),
});

type FoundRow = z.output<typeof foundRow>;

/** In any order: later changes are after every watermark, because watermarks are in the past. @param sites all sites if undefined */
export async function find(
  read: Read,
  facts: ReadonlySet<ChangedFact>,
  sites: readonly string[] | undefined,
  range: Range,
) {
  const rows = await read(findIn(facts, sites, range), foundRow);
  const ofKind = (kind: FoundRow['kind']) => rows.filter((row) => row.kind === kind);
  const daysOf = (kind: FoundRow['kind']) => new Map(ofKind(kind).map(({ day, at }) => [day, at]));
  const session = daysOf('session');
  const tables = ofKind('table');
  const days = new Map(tables.map(({ subject }) => [subject, new Map<number, FoundRow[]>()]));
  for (const part of ofKind('part')) {
    const parts = days.get(part.subject);
    const known = parts?.get(part.day);
    if (known) known.push(part);
    else parts?.set(part.day, [part]);
  }
  return {
    /** The settled tables of all builds, by their names in ClickHouse, with the parts of the days of the range. */
    tables: new Map([...days].map(([table, parts]) => [table, [...parts].map(dayParts)])),
    /** When the rows of each requested fact, and of sessions, last changed. */
    changed: {
      session,
      visitor: withLate(daysOf('visitor'), daysOf('late')),
      // An event may name a session of any day since 1970: a day without sessions has no paths, and is never rebuilt.
      path: new Map([...daysOf('path')].filter(([at]) => session.has(at))),
      event: daysOf('event'),
      crawl: daysOf('crawl'),
    },
    /** By the server's clock. */
    now: tables[0]?.at ?? 0,
  };
}

const dayParts = ([at, parts]: [number, FoundRow[]]): DayParts => ({
  at,
  names: parts.map(({ part }) => part),
  version: parts
    .map(({ part, at }) => `${part} ${at}`)
    .sort()
    .join(' '),
});

/** A ping that was stored a day or more after its time may move a first visit away from any later day. */
function withLate(visitors: ChangedDays, late: ChangedDays): ChangedDays {
  const inOrder = (days: ChangedDays) => [...days].sort((one, other) => one[0] - other[0]);
  const waiting = inOrder(late);
  let [passed, lateAt] = [0, 0];
  return new Map(
    inOrder(visitors).map(([at, changedAt]) => {
      for (let first = waiting[passed]; first && first[0] <= at; first = waiting[++passed]) {
        lateAt = Math.max(lateAt, first[1]);
      }
      return [at, Math.max(changedAt, lateAt)];
    }),
  );
}

/** Forgotten requests are noted without a site. */
export const siteCondition = (sites: readonly string[] | undefined): Sql =>
  sites === undefined ? raw("site_id != ''") : sql`site_id in ${texts(sites)}`;

function findIn(facts: ReadonlySet<ChangedFact>, sites: readonly string[] | undefined, range: Range): Sql {
  const named = [...facts].filter((fact) => fact !== 'event');
  const asked = named.flatMap((fact) => (fact === 'visitor' ? [fact, 'late'] : [fact]));
  const all = [
    tablesHere,
    partsIn(range),
    ...(asked.length > 0 ? [changesOf([...new Set(['session', ...asked])], sites, range)] : []),
    ...(facts.has('event') ? [changesOfEvents(sites, range)] : []),
  ];
  // Days are few rows each: one thread reads them in half the time of two. Most of the query's time is its plan, which each expression
  // lengthens: what Node can do is not done here.
  return sql`
${unionAll(all)}
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0`;
}

/** The condition that a table in ClickHouse is a settled one, of any build: not a stage of a rebuild. @param column its name */
export const isSettled = (column: string): Sql => raw(`match(${column}, '^settled_[a-z]+(__[0-9a-f]+)?$')`);

const tablesHere = sql`
select
    'table' as kind,
    name as subject,
    '' as day,
    '' as part,
    toUnixTimestamp64Milli(now64(3, 'UTC')) as at
from system.tables
where database = currentDatabase()
  and ${isSettled('name')}`;

/**
 * A part never changes: a day that was rebuilt, or whose parts were merged, has other parts. A name may come back after a restart, with a
 * later time. `hash_of_all_files` says the same, but is computed each time: a fifth of this query's CPU time.
 */
const partsIn = ({ start, end }: Range): Sql => sql`
select
    'part' as kind,
    table as subject,
    partition as day,
    name as part,
    toInt64(modification_time) as at
from system.parts
where database = currentDatabase()
  and ${isSettled('table')}
  and active
  and partition_id >= ${partitionOf(start)}
  and partition_id <= ${partitionOf(end)}`;

/** Late pings of days before the range are one row, of the day before it. */
const changesOf = (
  facts: readonly string[],
  sites: readonly string[] | undefined,
  { start, end }: Range,
): Sql => sql`
select
    toString(fact) as kind,
    '' as subject,
    toString(greatest(changed_days.day, ${date(Math.max(0, start - 1))})) as day,
    '' as part,
    toUnixTimestamp64Milli(max(changed_at)) as at
from ${table('changed_days')}
where fact in ${texts(facts)}
  and ${siteCondition(sites)}
  and (changed_days.day >= ${date(start)} or fact = 'late')
  and changed_days.day <= ${date(end - 1)}
group by
    fact,
    day`;

/** When the events of each day last changed, or the sessions that they name: events have the properties of their sessions. */
const changesOfEvents = (sites: readonly string[] | undefined, { start, end }: Range): Sql => sql`
with
    event_days as (
        select
            day,
            session_day,
            max(changed_days.changed_at) as event_changed_at
        from ${table('changed_days')}
        where fact = 'event'
          and ${siteCondition(sites)}
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
          and ${siteCondition(sites)}
          and day in (select session_day from event_days)
        group by session_day
    )
select
    'event' as kind,
    '' as subject,
    toString(event_days.day) as day,
    '' as part,
    toUnixTimestamp64Milli(max(greatest(event_changed_at, session_changed_at))) as at
from event_days
left join session_days using (session_day)
group by day`;

/** The id of the partition of the day of a time: `20261121`. */
export const partitionOf = (at: number) => text(sqlSecond(at).slice(0, 10).replaceAll('-', ''));
