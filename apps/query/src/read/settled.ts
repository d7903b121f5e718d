/** Rows of settled tables: whole units of time, and the rest of settled and changed days. */

import { sqlSecond } from '@tallyhouse/clickhouse';
import { columnList } from '@tallyhouse/facts';
import type { ChangedSession } from '@tallyhouse/settle';
import { empty, inSet, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import { type About, nearEvents, nearSpans, ofSites, siteColumn } from './about.ts';
import { passing } from './filter/passing.ts';
import type { From, SumsFrom } from './relation.ts';
import { atHours, atTimes, onDays, type Span } from './spans.ts';
import { bucketCondition } from './stored-buckets.ts';

/** A filter's conditions on settled rows. */
const passes = (about: About, sessionEvents: () => Sql) =>
  about.filters.length === 0 ? empty : passing('settled', about.filters, nearSpans(about), sessionEvents);

/** Columns of a settled table, and `session`. */
const select = (columns: readonly string[], from: string, about: About, where: Sql, alias: string) => sql`(
    select
        ${columns.length > 0 ? columnList(columns, { site: siteColumn(about.sites) }) : raw('day')}
    from ${table(from)}
    where ${ofSites(about.sites)}
      and ${where}
) as ${raw(alias)}`;

/** Among the sites that a visitor came to, the first counts. */
const cameFirst = ({ sites }: About) => sql`not arrayExists(site_id -> ${ofSites(sites)}, earlier_sites)`;

const paths = (about: About, where: Sql) => select(['*'], 'settled_paths', about, where, 'path_rows');

/** Whole days or hours. Only columns of the projections are tested: the day, and for sessions the hour. */
export function sumsFrom(about: About, spans: readonly Span[], sessionEvents: () => Sql): SumsFrom {
  const days = onDays(spans);
  const isFirst = raw('previous_at = 0 as is_first_view');
  return {
    about,
    sessions: (...columns) =>
      select(
        columns,
        'settled_sessions',
        about,
        sql`${days} and ${atHours(raw('toStartOfHour(first_seen_at)'), spans)}`,
        'session_rows',
      ),
    pageviews: (columns, where = empty) =>
      pageviews(columns, isFirst, about, sql`${days} ${passes(about, sessionEvents)} ${where}`),
    visitors: () =>
      select(
        ['day', 'visitor_id'],
        'settled_visitors',
        about,
        sql`${days} and ${cameFirst(about)}`,
        'visitor_rows',
      ),
    events: (columns, where = empty) =>
      select(columns, 'settled_events', about, sql`${days} ${where}`, 'event_rows'),
    paths: () => paths(about, days),
    sources: () => sql`${table('settled_sources')} where ${ofSites(about.sites)} and ${days}`,
    totals: (where = empty) => sql`
${table('settled_totals')}
prewhere ${ofSites(about.sites)}
  and ${bucketCondition(spans, about.bucketStarts)}
  ${where}`,
  };
}

/** Rows of settled days, and rows of changed days that did not change since. */
export function settledFrom(
  about: About & { ofSessions: boolean },
  settled: readonly Span[],
  changed: { spans: readonly Span[]; sessions: Sessions },
  sessionEvents: () => Sql,
): From {
  const filter = passes(about, sessionEvents);
  const inTime = (of: 'session' | 'visitor', column: string) => {
    const at = (spans: readonly Span[]) => sql`${onDays(spans)} and ${atTimes(raw(column), spans)}`;
    const ofSettled = settled.length > 0 ? at(settled) : undefined;
    const ofChanged =
      changed.spans.length > 0
        ? sql`${at(changed.spans)} and ${isUnchanged(about, of, changed.sessions, changed.spans)}`
        : undefined;
    if (ofSettled && ofChanged) return sql`(${ofSettled} or ${ofChanged})`;
    return ofSettled ?? ofChanged ?? raw('false');
  };
  const isFirst = sql`previous_at < ${time(about.range.start)} or previous_at = 0 as is_first_view`;
  return {
    about,
    sessions: (...columns) =>
      select(
        columns,
        'settled_sessions',
        about,
        sql`${inTime('session', 'first_seen_at')} ${filter}`,
        'session_rows',
      ),
    pageviews: (columns, where = empty) =>
      pageviews(columns, isFirst, about, sql`${inTime('session', 'entered_at')} ${filter} ${where}`),
    visitors: () =>
      select(
        ['visitor_id', 'first_seen_at'],
        'settled_visitors',
        about,
        sql`${inTime('visitor', 'first_seen_at')} and ${cameFirst(about)}`,
        'visitor_rows',
      ),
    events: (columns, where = empty) => settledEvents(about, settled, columns, where, sessionEvents),
    paths: () => paths(about, sql`${onDays(settled)} and ${atTimes(raw('first_view_at'), settled)}`),
  };
}

/** @param isFirst whether a view is the session's first of its page in the period, as a column of this name */
function pageviews(columns: readonly string[], isFirst: Sql, about: About, where: Sql): Sql {
  const own = columns.filter((column) => column !== 'is_first_view');
  const listed = columnList(own, { site: siteColumn(about.sites) });
  const last = own.length === columns.length ? empty : own.length > 0 ? sql`, ${isFirst}` : isFirst;
  return sql`(
    select
        ${listed}${last}${columns.length === 0 ? raw('day') : empty}
    from ${table('settled_pageviews')}
    where ${ofSites(about.sites)}
      and ${where}
) as pageview_rows`;
}

/** A filter looks among the sessions that the events name, whose age has no limit. */
function settledEvents(
  about: About & { ofSessions: boolean },
  spans: readonly Span[],
  columns: readonly string[],
  where: Sql,
  sessionEvents: () => Sql,
): Sql {
  return select(
    [...new Set([...columns, 'session_id'])],
    'settled_events',
    about,
    sql`(${onDays(spans)}) and (${atTimes(raw('occurred_at'), spans)}) ${eventsPass(about, spans, sessionEvents)} ${where}`,
    'event_rows',
  );
}

/** A filter's conditions on events in the spans. */
export function eventsPass(
  about: About & { ofSessions: boolean },
  spans: readonly Span[],
  sessionEvents: () => Sql,
): Sql {
  const near = nearEvents(
    about,
    (what) => sql`
select ${raw(what)}
from ${table('events')}
where ${ofSites(about.sites)}
  and ${eventHours(spans)}
  and notEmpty(session_id)`,
  );
  return passing(about.ofSessions ? 'session_events' : 'events', about.filters, near, sessionEvents);
}

const hour = 3_600_000;

/** The condition on the key of events that may be in the spans. */
export function eventHours(spans: readonly Span[]): Sql {
  const from = Math.min(...spans.map((span) => span.from));
  const until = Math.max(...spans.map((span) => span.until));
  return atHours(raw('event_hour'), [{ from: Math.floor(from / hour) * hour, until }]);
}

export interface Sessions {
  /** Those with a ping stored at or after this time, milliseconds since 1970. */
  since: number;
  /** They, when they are few (packages/settle/src/trust/trusted-days.ts). */
  few: readonly ChangedSession[] | undefined;
}

type Of = 'session' | 'visitor';

/** The condition on settled rows that their session (visitor) did not change. */
function isUnchanged(about: About, of: Of, sessions: Sessions, spans: readonly Span[]): Sql {
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
 * Each key once. They are text of the SQL: as parameters they would be part of a URL, and may be too long for a proxy. One literal for
 * the whole list takes ClickHouse less time than one for each value. A session of another site with the same id may be read live too.
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
where ${ofSites(about.sites)}
  and changed_from >= toStartOfFiveMinutes(${time(since)})
  and changed_at >= ${time(since)}
  ${of === 'visitor' ? empty : sql`and ${nearSpans(about, spans).hours}`}`;
}
