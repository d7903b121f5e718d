/** Rows of settled tables: whole units of time, and the rest of settled and changed days. */

import { columnList, day, hour } from '@tallyhouse/facts';
import type { ChangedSession } from '@tallyhouse/settle';
import { empty, inSet, join, raw, type Sql, sql, sqlSecond, table, time } from '@tallyhouse/sql';
import {
  type About,
  atHours,
  atTimes,
  hullOf,
  keyWindow,
  nearEvents,
  onDays,
  type Span,
  siteColumn,
  siteCondition,
} from './about.ts';
import { passing, type SessionRows, type TestedRows } from './filter/passing.ts';
import type { From, SumsFrom } from './relation.ts';

type RowKind = 'session' | 'pageview' | 'visitor' | 'event' | 'crawl' | 'path';

interface Wanted {
  spans: readonly Span[];
  /** The condition that a row counts. @param time the column that decides it */
  at(of: RowKind, time: string): Sql;
  /** Whether a pageview is the session's first of its page in the period. */
  isFirstView: Sql;
}

function rowsOf(about: AboutRelation, { spans, at, isFirstView }: Wanted, found: SessionRows): From {
  const column = (of: RowKind) => (name: string) =>
    name === 'is_first_view'
      ? sql`${isFirstView} as is_first_view`
      : columnList([name], { site: siteColumn(about.sites) }, of === 'event' ? 'events' : 'sessions');
  // A count needs no column, and any may be named.
  const select = (of: RowKind, columns: readonly string[], time: string, where: Sql) => sql`(
    select
        ${join(unique(columns.length > 0 ? columns : ['day']).map(column(of)), ',\n')}
    from ${table(`settled_${of}s`)}
    where ${siteCondition(about.sites)}
      and ${at(of, time)} ${where}
) as ${raw(`${of}_rows`)}`;
  const passingAs = (rows: TestedRows) =>
    about.filters.length === 0 ? empty : passing(rows, about.filters, keyWindow(about), found);
  // With several sites, only the first one that a visitor visited counts.
  const isFirstSite =
    about.sites.ids.length === 1
      ? empty
      : sql`and not arrayExists(site_id -> ${siteCondition(about.sites)}, earlier_sites)`;
  return {
    about,
    sessions: (columns) => select('session', columns, 'first_seen_at', passingAs('settled_sessions')),
    pageviews(columns, where = empty) {
      const passes = passingAs(about.countsForSessions ? 'settled_sessions' : 'settled');
      return select('pageview', columns, 'entered_at', sql`${passes} ${where}`);
    },
    visitors: (columns) => select('visitor', columns, 'first_seen_at', isFirstSite),
    events: (columns, where = empty) =>
      select('event', columns, 'occurred_at', sql`${eventsPass(about, spans, found)} ${where}`),
    crawls: (columns) => select('crawl', columns, 'occurred_at', passingAs('crawls')),
    paths: () => select('path', ['*'], 'first_view_at', empty),
  };
}

/** Whole days or hours. Only columns of the projections are tested: the day, and for sessions the hour. */
export function sumsFrom(about: AboutRelation, spans: readonly Span[], found: SessionRows): SumsFrom {
  const days = onDays(spans);
  const areDays = spans.every(({ from, until }) => from % day === 0 && until % day === 0);
  const at = (of: RowKind, time: string) =>
    of === 'session' || !areDays ? sql`${days} and ${atHours(raw(`toStartOfHour(${time})`), spans)}` : days;
  return {
    ...rowsOf(about, { spans, at, isFirstView: raw('previous_at = 0') }, found),
    spans,
    sources: () => sql`${table('settled_sources')} where ${siteCondition(about.sites)} and ${days}`,
    totals: (buckets) => sql`
${table('settled_totals')}
prewhere ${siteCondition(about.sites)}
  and ${buckets}`,
  };
}

/** Rows of settled days, and rows of changed days that did not change since. */
export function settledFrom(
  about: AboutRelation,
  settled: readonly Span[],
  changed: { spans: readonly Span[]; sessions: Sessions },
  found: SessionRows,
): From {
  const at = (of: RowKind, time: string) => {
    const inTime = (spans: readonly Span[]) => {
      const areDays = spans.every(({ from, until }) => from % day === 0 && until % day === 0);
      return areDays ? onDays(spans) : sql`${onDays(spans)} and ${atTimes(raw(time), spans)}`;
    };
    if (changed.spans.length === 0) return inTime(settled);
    const key = of === 'visitor' ? of : 'session';
    const ofChanged = sql`${inTime(changed.spans)} and ${isUnchanged(about, key, changed)}`;
    return settled.length > 0 ? sql`(${inTime(settled)} or ${ofChanged})` : ofChanged;
  };
  const isFirstView = sql`previous_at < ${time(about.range.start)} or previous_at = 0`;
  return rowsOf(about, { spans: settled, at, isFirstView }, found);
}

/** A filter's conditions on events in the spans. */
export function eventsPass(about: AboutRelation, spans: readonly Span[], found: SessionRows): Sql {
  if (about.filters.length === 0 || spans.length === 0) return empty;
  const near = nearEvents(
    about,
    (what) => sql`
select ${raw(what)}
from ${table('events')}
where ${siteCondition(about.sites)}
  and ${eventHours(spans)}
  and notEmpty(session_id)`,
  );
  return passing(about.countsForSessions ? 'session_events' : 'events', about.filters, near, found);
}

/** The condition on the key of events that may be in the spans. */
export function eventHours(spans: readonly Span[]): Sql {
  const { from, until } = hullOf(spans);
  return atHours(raw('event_hour'), [{ from: Math.floor(from / hour) * hour, until }]);
}

/** A relation may name a column twice: for itself and for a condition. */
export const unique = (columns: readonly string[]) => [...new Set(columns)];

export type AboutRelation = About & { countsForSessions: boolean };

export interface Sessions {
  /** Changed ones: with a ping stored at or after this time, milliseconds since 1970. */
  since: number;
  /** Their ids, when they are few (packages/settle/src/trust/trusted-days.ts). */
  few: readonly ChangedSession[] | undefined;
}

type Of = 'session' | 'visitor';

/** The condition on settled rows that their session (visitor) did not change. */
function isUnchanged(
  about: About,
  of: Of,
  { sessions, spans }: { sessions: Sessions; spans: readonly Span[] },
): Sql {
  if (sessions.few === undefined) {
    const columns = of === 'session' ? sql`${siteColumn(about.sites)}session_id` : raw('visitor_id');
    return inSet(sql`(${columns})`, changedIds(about, of, columns, sessions.since, spans), { not: true });
  }
  const ids = keysOf(of, sessions.few).map(({ id }) => `\\'${id}\\'`);
  return ids.length > 0 ? raw(`${of}_id not in '[${ids}]'::Array(UUID)`) : raw('true');
}

/** The condition on live rows that their session (visitor) changed, by the columns of the table's key, so that few rows are read. */
export function hasChanged(about: About, of: Of, sessions: Sessions, spans: readonly Span[]): Sql {
  if (sessions.few === undefined) {
    const site = siteColumn(about.sites);
    const [key, columns] =
      of === 'session'
        ? [sql`(${site}session_hour, session_id)`, sql`${site}session_hour, session_id`]
        : [
            raw('(visitor_hour, visitor_id)'),
            raw("toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')), visitor_id"),
          ];
    return inSet(key, changedIds(about, of, columns, sessions.since, spans), { inShared: of === 'visitor' });
  }
  const keys = keysOf(of, sessions.few).map(({ hour, id }) => `(\\'${sqlSecond(hour)}\\',\\'${id}\\')`);
  if (keys.length === 0) return raw('false');
  return raw(`(${of}_hour, ${of}_id) in '[${keys}]'::Array(Tuple(DateTime('UTC'), UUID))`);
}

/**
 * Each key once. They are text of the SQL: as parameters they would be part of a URL, and may be too long for a proxy. ClickHouse reads one
 * literal for the whole list faster than one for each value. A session of another site with the same id may be read live too.
 */
function keysOf(of: Of, sessions: readonly ChangedSession[]) {
  const keys = sessions.map(({ sessionHour, sessionId, visitorHour, visitorId }) =>
    of === 'session' ? { hour: sessionHour, id: sessionId } : { hour: visitorHour, id: visitorId },
  );
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

/** The changed sessions (visitors) that may have rows in the spans, looked up. */
function changedIds(about: About, of: Of, columns: Sql, since: number, spans: readonly Span[]): Sql {
  return sql`
select ${columns}
from ${table('changed_sessions')}
where ${siteCondition(about.sites)}
  and changed_from >= toStartOfFiveMinutes(${time(since)})
  and changed_at >= ${time(since)}
  ${of === 'visitor' ? empty : sql`and ${keyWindow(about, spans).hours}`}`;
}
