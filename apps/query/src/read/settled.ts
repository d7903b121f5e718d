/** Rows of settled tables: whole units of time, and the rest of settled and changed days. */

import { columnList } from '@tallyhouse/facts';
import { empty, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import { type About, ofSites, siteColumn } from './about.ts';
import type { Sessions } from './changed.ts';
import { isUnchanged } from './changed.ts';
import { atHours, atTimes, onDays } from './conditions.ts';
import { passing } from './filter/passing.ts';
import { nearEvents, nearSpans } from './near.ts';
import type { From, SumsFrom } from './relation.ts';
import type { Span } from './spans.ts';
import { bucketCondition } from './stored-buckets.ts';

/** A filter's conditions on settled rows. */
const passes = (about: About, sessionEvents: () => Sql) =>
  passing('settled', about.filters, nearSpans(about), sessionEvents);

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

const paths = (about: About, where: Sql) => sql`(
    select *
    from ${table('settled_paths')}
    where ${ofSites(about.sites)}
      and ${where}
) as path_rows`;

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

/** The condition on the key of events that may lie in the spans. */
export function eventHours(spans: readonly Span[]): Sql {
  const from = Math.min(...spans.map((span) => span.from));
  const until = Math.max(...spans.map((span) => span.until));
  return atHours(raw('event_hour'), [{ from: Math.floor(from / hour) * hour, until }]);
}
