/** The subqueries behind each arm (arms.ts): the tables that rows are selected from, narrowed to spans of time. */

import { sqlSecond } from '@tallyhouse/clickhouse';
import type { Filter } from '@tallyhouse/filter';
import { propertyColumns } from '@tallyhouse/ping/session-properties';
import { type ChangedSession, sessionHoursOf } from '@tallyhouse/settle';
import { fillFilters } from '../filter/fill-filters.ts';
import { ofSites } from '../sites/narrow.ts';
import type { Bindings } from './bindings.ts';
import { withExitPages } from './exits.ts';
import {
  eventsOfSessions,
  hoursOfSeveralDays,
  liveEvents,
  settledEvents,
  sumsOfEvents,
} from './from-events.ts';
import { namedColumns, type TableOfRows } from './named-columns.ts';
import { atHours, atTimes, onDays } from './span-conditions.ts';
import { hullOf, type Span } from './spans.ts';
import { bucketCondition } from './sum-buckets.ts';

/** What an arm of a row set is made from. */
export interface Scope {
  /** The SQL of the arm, whose placeholders are to be filled. */
  text: string;
  bindings: Bindings;
  filters: readonly Filter[];
  /** Whether rows count for their sessions (row-sets.ts). */
  ofSessions: boolean;
  /** Whether live rows need the exit page of their session. */
  withExits: boolean;
  /** Whether the rows are those of several shards, which each select their own. */
  overShards: boolean;
  /** Sessions with a ping stored at or after this time, milliseconds since 1970, are not read from changed days. */
  changedSince: number;
  /** These sessions, when they are few (packages/settle/src/trust/trusted-days.ts). */
  changedSessions: readonly ChangedSession[] | undefined;
}

/** By the names in a row set's placeholders. */
export type From = Readonly<Record<string, () => string>>;

interface Entity {
  settled: TableOfRows;
  live: TableOfRows;
  /** The time that decides to which day and period a row belongs. */
  time: string;
  /** The columns by which settled rows are looked up in `changed_sessions`. */
  id: string;
  /** The same for a live row, by the columns of the table's key, so that few rows are read. */
  key: string;
  /** The key as `changed_sessions` has it, where it has no such column. */
  changedKey?: string;
  /** The columns of hour and id. A session of another site with the same id may be read live too. */
  namedKey: readonly [string, string];
  /** Their values. */
  keyOf: (session: ChangedSession) => { hour: number; id: string };
  /** Alias of the rows in the SQL. */
  rows: string;
}

const session = {
  id: 'site_id, session_id',
  key: 'site_id, session_hour, session_id',
  namedKey: ['session_hour', 'session_id'],
  keyOf: ({ sessionHour, sessionId }: ChangedSession) => ({ hour: sessionHour, id: sessionId }),
} as const;
const sessions: Entity = {
  ...session,
  settled: 'settled_sessions',
  live: 'sessions',
  time: 'first_seen_at',
  rows: 'session_rows',
};
const pageviews: Entity = {
  ...session,
  settled: 'settled_pageviews',
  live: 'pageviews',
  time: 'entered_at',
  rows: 'pageview_rows',
};
const visitors: Entity = {
  settled: 'settled_visitors',
  live: 'visitors',
  time: 'first_seen_at',
  id: 'visitor_id',
  key: 'visitor_hour, visitor_id',
  namedKey: ['visitor_hour', 'visitor_id'],
  keyOf: ({ visitorHour, visitorId }) => ({ hour: visitorHour, id: visitorId }),
  changedKey: "toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')), visitor_id",
  rows: 'visitor_rows',
};

/** Of several sites, each has sessions of its own. */
const ofSession = '(site_id, session_id) as session';

/** Of the sites that a visitor came to, the first counts. */
const cameFirst = `not arrayExists(site_id -> ${ofSites}, earlier_sites)`;

/** Whether it is the session's first view of its page in the period. */
const isFirstView = "previous_at < {start:DateTime64(3, 'UTC')} or previous_at = 0";

/** Whole days or hours that are settled. Only columns of the projections are tested: the day, and for sessions the hour. */
export function sumsFrom(scope: Scope, spans: readonly Span[], bucketStarts: readonly number[]): From {
  const { bindings, text } = scope;
  const rowsOf = ({ settled, rows }: Entity, more = '', condition = '') => `(
    select
        ${namedColumns(settled, text)}${more}
    from ${settled}
    where ${ofSites}
      and ${onDays(bindings, spans)}
      ${condition}
) as ${rows}`;
  const inHours = `and ${atHours(bindings, 'toStartOfHour(first_seen_at)', spans)}`;
  return {
    sessions: () => rowsOf(sessions, '', inHours),
    pageviews: () =>
      rowsOf(pageviews, ',\n        previous_at = 0 as is_first_view', filterOn(scope, 'settled')),
    visitors: () => rowsOf(visitors, '', `and ${cameFirst}`),
    events: () => sumsOfEvents(scope, spans),
    hours_of_several_days: () => hoursOfSeveralDays,
    paths: () => pathsWhere(onDays(bindings, spans)),
    settled_sources: () => `settled_sources
where ${ofSites}
  and ${onDays(bindings, spans)}`,
    settled_totals: () => `settled_totals
prewhere ${ofSites}
  and ${bucketCondition(spans, bucketStarts, bindings)}`,
  };
}

/** Rows of settled days, and rows of changed days that did not change since. */
export function settledFrom(scope: Scope, settled: readonly Span[], changed: readonly Span[]): From {
  const { bindings } = scope;
  const rowsOf = (entity: Entity, more = '', filter = '') => {
    const at = (spans: readonly Span[]) =>
      `${onDays(bindings, spans)} and ${atTimes(bindings, entity.time, spans)}`;
    const conditions = [
      ...(settled.length > 0 ? [at(settled)] : []),
      ...(changed.length > 0 ? [`${at(changed)} and ${isUnchanged(scope, entity, changed)}`] : []),
    ];
    return `(
    select
        ${namedColumns(entity.settled, scope.text)}${more}
    from ${entity.settled}
    where ${ofSites}
      and (${conditions.join(' or ')})
      ${filter}
) as ${entity.rows}`;
  };
  return {
    sessions: () => rowsOf(sessions, `,\n        ${ofSession}`, filterOn(scope, 'settled')),
    pageviews: () =>
      rowsOf(
        pageviews,
        `,\n        ${ofSession},\n        ${isFirstView} as is_first_view`,
        filterOn(scope, 'settled'),
      ),
    visitors: () => rowsOf(visitors, '', `and ${cameFirst}`),
    paths: () =>
      pathsWhere(`${onDays(bindings, settled)} and ${atTimes(bindings, 'first_view_at', settled)}`),
    events: () => settledEvents(scope, settled),
  };
}

/** Paths of sessions are settled or live, never changed, and have no properties to filter by. */
const pathsWhere = (condition: string) => `(
    select *
    from settled_paths
    where ${ofSites}
      and ${condition}
) as path_rows`;

/** Live rows of the sessions (visitors) that changed since the changed days were settled. */
export function changedFrom(scope: Scope, spans: readonly Span[]): From {
  const near = (entity: Entity) => hasChanged(scope, entity, spans);
  return {
    ...entityFrom(scope, spans, near),
    visitors: () => visitorsOf(scope, spans, near(visitors)),
  };
}

/** Live rows of live days. */
export function liveFrom(scope: Scope, spans: readonly Span[]): From {
  const from = entityFrom(scope, spans, () => nearSpans(scope, spans));
  return {
    ...from,
    visitors: () => liveVisitors(scope, spans),
    events: () => liveEvents(scope, spans),
    session_events: () => eventsOfSessions(nearSpans(scope, spans)),
  };
}

/** @param near the condition that narrows the key to sessions with rows in the spans */
function entityFrom(scope: Scope, spans: readonly Span[], near: (entity: Entity) => string): From {
  // A page is looked up by the key of its session.
  const columnsOf = ({ live }: Entity) => (scope.withExits ? '*' : namedColumns(live, scope.text));
  const rowsOf = (entity: Entity) => `(
    select
        ${columnsOf(entity)},
        ${ofSession}
    from ${entity.live} final
    where ${ofSites}
      and ${near(entity)}
      and ${atTimes(scope.bindings, entity.time, spans)}
      ${liveFilterOn(scope, entity, spans)}
)`;
  const withProperties = (rows: string) => (scope.withExits ? withExitPages(rows, near(pageviews)) : rows);
  return {
    sessions: () => `${withProperties(rowsOf(sessions))} as ${sessions.rows}`,
    pageviews: () => `${rowsOf(pageviews)} as ${pageviews.rows}`,
    // The sessions of these pageviews, whenever they began.
    pageview_sessions: () =>
      `${withProperties(`(
    select ${propertyColumns}
        site_id, session_hour,
        session_id
    from sessions final
    where ${ofSites}
      and ${near(sessions)}
)`)} as ${sessions.rows}`,
    // All pageviews of these sessions; the report uses those in the spans.
    session_pageviews: () => `(
    select
        ${columnsOf(pageviews)},
        ${ofSession},
        (true ${liveFilterOn(scope, pageviews, spans)}) as passes,
        passes and ${atTimes(scope.bindings, pageviews.time, spans)} as is_in_spans
    from pageviews final
    where ${ofSites}
      and ${near(pageviews)}
) as pageview_rows`,
  };
}

/**
 * Visitors first seen in the spans. FINAL would merge the rows of all visitors of all time, as a returning visitor has rows of
 * any age until its parts are merged. So only the hashes of all ids are compared with those of visitors with a ping in the
 * spans, which takes less time than comparing ids. A hash collision does no harm, as each visitor is tested in the end. The hour in an id
 * says nothing about the first ping: it is from the visitor's clock.
 */
function liveVisitors(scope: Scope, spans: readonly Span[]): string {
  return visitorsOf(
    scope,
    spans,
    `cityHash64(visitor_id) in (
          select cityHash64(visitor_id)
          from visitors
          where ${ofSites}
            and ${atTimes(scope.bindings, visitors.time, spans)}
      )`,
  );
}

/** Visitors first seen in the spans, on whichever of the sites. @param near narrows them, and keeps all rows of a visitor */
const visitorsOf = (scope: Scope, spans: readonly Span[], near: string) => `(
    select
        visitor_id,
        min(visitors.first_seen_at) as first_seen_at
    from visitors
    where ${ofSites}
      and ${near}
    group by visitor_id
    having ${atTimes(scope.bindings, visitors.time, spans)}
) as visitor_rows`;

/** The condition on settled rows that their session (visitor) did not change. */
function isUnchanged(scope: Scope, entity: Entity, spans: readonly Span[]): string {
  const { changedSessions } = scope;
  if (changedSessions === undefined)
    return `(${entity.id}) not in ${changedIds(scope, entity, entity.id, spans)}`;
  const [, id] = entity.namedKey;
  const ids = keysOf(entity, changedSessions).map((key) => `\\'${key.id}\\'`);
  return ids.length > 0 ? `${id} not in '[${ids}]'::Array(UUID)` : 'true';
}

/** The condition on live rows that their session (visitor) changed. */
function hasChanged(scope: Scope, entity: Entity, spans: readonly Span[]): string {
  const { changedSessions } = scope;
  if (changedSessions === undefined)
    return `(${entity.key}) in ${changedIds(scope, entity, entity.changedKey ?? entity.key, spans)}`;
  const tuples = keysOf(entity, changedSessions).map(
    ({ hour, id }) => `(\\'${sqlSecond(hour)}\\',\\'${id}\\')`,
  );
  if (tuples.length === 0) return 'false';
  return `(${entity.namedKey.join(', ')}) in '[${tuples}]'::Array(Tuple(DateTime('UTC'), UUID))`;
}

/**
 * Each key once. They are text of the SQL: as parameters they would be part of a URL, and may be too long for a proxy. One literal for
 * the whole list takes ClickHouse less time than one for each value.
 */
const keysOf = (entity: Entity, sessions: readonly ChangedSession[]) => [
  ...new Map(sessions.map((session) => [entity.keyOf(session).id, entity.keyOf(session)])).values(),
];

/** The changed sessions (visitors) that may have rows in the spans, looked up. */
function changedIds(scope: Scope, { live }: Entity, columns: string, spans: readonly Span[]): string {
  const since = scope.bindings.time(scope.changedSince);
  return `(
          select ${columns}
          from changed_sessions
          where ${ofSites}
            and changed_from >= toStartOfFiveMinutes(${since})
            and changed_at >= ${since}${live === 'visitors' ? '' : `\n            and ${nearSpans(scope, spans)}`}
      )`;
}

/** The condition on the key for sessions that may have rows in the spans. */
const nearSpans = ({ bindings }: Scope, spans: readonly Span[]) =>
  atHours(bindings, 'session_hour', [keyOf(spans)]);

const filterOn = ({ filters }: Scope, table: string) => fillFilters(`/* filter: ${table} */`, filters).sql;

/** The filter's conditions, evaluated only for sessions near the spans. */
function liveFilterOn(scope: Scope, { live }: Entity, spans: readonly Span[]): string {
  const { from, until } = keyOf(spans);
  return filterOn(scope, scope.ofSessions && live === 'pageviews' ? 'session_pageviews' : live)
    .replaceAll("{key_start:DateTime('UTC')}", () => scope.bindings.second(Math.floor(from / 1000) * 1000))
    .replaceAll("{key_end:DateTime('UTC')}", () => scope.bindings.second(until));
}

/** The hours of the ids of sessions that may have rows in the spans. */
const keyOf = (spans: readonly Span[]) => sessionHoursOf(hullOf(spans));
