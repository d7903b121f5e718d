/** Filters as conditions on the rows of a table: on its columns, or on the id of a session or pageview that passes. */

import { lastPage } from '@tallyhouse/facts';
import type { Dimension, Filter, Holder } from '@tallyhouse/filter';
import { idLead } from '@tallyhouse/ping';
import { final, inHashes, inSet, join, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import type { Near } from '../about.ts';
import { condition, conditions } from './condition.ts';

/** SQL of the rows in the period by which filters select sessions, with `site_id` and `session_id`. */
export interface SessionRows {
  /** Also `event` and `props`. */
  events(): Sql;
  /** Pageviews from settled tables where they can be, with `page_path`. */
  pages(): Sql;
}

/** Selects the ids that pass a filter on a column of another table. @param conditions each with a leading `and` */
type Rows = (near: Near, conditions: Sql, rows: SessionRows) => Sql;

/**
 * Sessions that meet all conditions, at any time: a session with a pageview in the period may have begun earlier. A session id is at most a
 * day older than its pings, so the hours include all such sessions.
 */
const withProperties: Rows = ({ site, siteCondition, hours }, conditions) => sql`
select ${site}session_id
from ${final('sessions')}
where ${siteCondition}
  and ${hours}
  ${conditions}`;

/** Sessions with a pageview in the period that meets all conditions. */
const withPageview: Rows = ({ site, siteCondition, hours, period }, conditions) => sql`
select ${site}session_id
from ${final('pageviews')}
where ${siteCondition}
  and ${hours}
  and entered_at >= ${time(period.start)}
  and entered_at < ${time(period.end)}
  ${conditions}`;

/** The same by a column that settled pageviews have. */
const withPage: Rows = ({ site }, conditions, { pages }) => sql`
select ${site}session_id
from (
    ${pages()}
)
where true
  ${conditions}`;

/** Pageviews that meet all conditions, entered at any time. */
const pingedPageviews: Rows = ({ site, siteCondition, hours }, conditions) => sql`
select
    ${site}session_id,
    pageview_id
from ${final('pageviews')}
where ${siteCondition}
  and ${hours}
  ${conditions}`;

/** Sessions by the page of their last pageview: all pageviews of a session share its hour. */
const withExit: Rows = ({ site, siteCondition, hours }, conditions) => sql`
with
    exits as (
        select
            ${site}session_id,
            ${lastPage} as exit_page
        from ${final('pageviews')}
        where ${siteCondition}
          and ${hours}
        group by ${site}session_id
    )
select ${site}session_id
from exits
where true
  ${conditions}`;

/** Sessions by whether their visitor was first seen earlier. */
function withVisitorType({ site, siteCondition, hours, earliest }: Near, conditions: Sql): Sql {
  // Visitors first seen before all of these sessions are not looked up: 1970 serves as their time. Hash collisions do no harm, because
  // each visitor is checked in the end.
  const since = sql`toDateTime64(${earliest}, 3, 'UTC') - toIntervalMillisecond(${idLead})`;
  const recent = sql`
select cityHash64(visitor_id)
from ${table('visitors')}
where ${siteCondition}
  and first_seen_at >= ${since}`;
  return sql`
with
    first_visits as (
        select
            visitor_id,
            min(visitors.first_seen_at) as visitor_first_seen_at
        from ${table('visitors')}
        where ${siteCondition}
          and ${inSet(raw('cityHash64(visitor_id)'), recent, { inShared: true })}
        group by visitor_id
        having visitor_first_seen_at >= ${since}
    ),
    key_sessions as (
        select
            ${site}session_id,
            visitor_id,
            first_seen_at
        from ${final('sessions')}
        where ${siteCondition}
          and ${hours}
    ),
    typed_sessions as (
        select
            ${site}session_id,
            if(visitor_first_seen_at < first_seen_at, 'returning', 'new') as visitor_type
        from first_visits
        right any join key_sessions using visitor_id
    )
select ${site}session_id
from typed_sessions
where true
  ${conditions}`;
}

/** `orNone`: rows without such an id have an empty value. */
type Test = 'own column' | { id: 'session' | 'pageview'; rows: Rows; orNone?: true };

const bySession = {
  session: { id: 'session', rows: withProperties },
  exit: { id: 'session', rows: withExit },
  visitor: { id: 'session', rows: withVisitorType },
} as const;

/** Also by the page: sessions with a pageview that passes. */
const bySessionAndPage = { ...bySession, pageview: { id: 'session', rows: withPageview } } as const;

/** Events have the properties of their sessions; those without a session have no exit page and no visitor type. */
const byEventsSession = {
  session: 'own column',
  pageview: bySessionAndPage.pageview,
  exit: { ...bySession.exit, orNone: true },
  visitor: { ...bySession.visitor, orNone: true },
} as const;

/** The checks of a table's rows, by the holder of the dimension; `site` is separate. `passing` checks sessions for events. */
const tests = {
  pageviews: { pageview: 'own column', ...bySession },
  sessions: { ...bySessionAndPage, session: 'own column' },
  /** Settled tables, whose columns include the page, and the properties and the exit page of sessions. */
  settled: { session: 'own column', exit: 'own column', pageview: 'own column' },
  settled_sessions: {
    session: 'own column',
    exit: 'own column',
    pageview: { id: 'session', rows: withPage },
  },
  /** Events store their own page, but not its referrer; that comes from the session's pageview. */
  events: { event: 'own column', ...byEventsSession },
  /** Rows that count for their sessions: filters on pages or events select sessions too. */
  session_events: byEventsSession,
  session_pageviews: bySessionAndPage,
  /** Requests of pages, by crawlers and persons. */
  crawls: { crawl: 'own column', pageview: 'own column' },
  pings: { ...bySession, pageview: { id: 'pageview', rows: pingedPageviews } },
} as const satisfies Record<string, Partial<Record<Holder, Test>>>;

export type TestedRows = keyof typeof tests;

/**
 * The filters as conditions on rows, `and` before each.
 * @param near the sessions to look up
 */
export function passing(tested: TestedRows, filters: readonly Filter[], near: Near, rows: SessionRows): Sql {
  const testsOf: Partial<Record<Holder, Test>> = { site: 'own column', ...tests[tested] };
  const found = (Object.keys(testsOf) as Holder[]).flatMap((holder) => {
    const own = filters.filter(({ dimension }) => testedBy(dimension, tested) === holder);
    const test = testsOf[holder];
    if (own.length === 0 || test === undefined) return [];
    return test === 'own column'
      ? [conditions(own, rowsOf(tested))]
      : [idPasses(tested, test, own, near, rows)];
  });
  const ofEvents = filters.filter(({ dimension }) => testedBy(dimension, tested) === 'event');
  const byEvents = 'event' in testsOf ? [] : eventConditions(tested, ofEvents, near, rows);
  return join([...found, ...byEvents], '\n');
}

const rowsOf = (tested: TestedRows) =>
  tested === 'events' || tested === 'session_events' ? 'events' : 'sessions';

/** The holder that checks a filter. Events have their own name and page. */
function testedBy({ holder, column }: Dimension, tested: TestedRows): Holder {
  return tested === 'events' && column === 'page_path' ? 'event' : holder;
}

/** One row must meet all conditions on a holder. */
function idPasses(
  tested: TestedRows,
  { id, rows, orNone }: Exclude<Test, 'own column'>,
  filters: readonly Filter[],
  near: Near,
  found: SessionRows,
): Sql {
  const key = sql`${near.site}session_id${raw(id === 'pageview' ? ', pageview_id' : '')}`;
  const test = isAmong(tested, key, rows(near, conditions(filters), found));
  if (!orNone) return sql`and ${test}`;
  const ofNone = join(
    filters.map((filter) => condition(filter, raw("''"))),
    ' and ',
  );
  return sql`and (${test} or empty(session_id) and ${ofNone})`;
}

/**
 * Sessions by their events: one event must meet all conditions that are not negated. With several names each must occur, each with the
 * properties. A negated condition excludes sessions with a matching event.
 */
function eventConditions(
  tested: TestedRows,
  filters: readonly Filter[],
  { site }: Near,
  { events }: SessionRows,
): Sql[] {
  const wanted = filters.filter(({ operator }) => !operator.startsWith('!'));
  const names = wanted.filter(({ dimension }) => dimension.property === undefined);
  const properties = wanted.filter(({ dimension }) => dimension.property !== undefined);
  const groups = names.length > 1 ? names.map((name) => [name, ...properties]) : [wanted];
  const unwanted = filters.filter(({ operator }) => operator.startsWith('!'));
  const holding = (group: readonly Filter[], not: boolean) => {
    const rows = sql`
select ${site}session_id
from (
    ${events()}
)
where notEmpty(session_id)
  ${conditions(group)}`;
    return sql`and ${isAmong(tested, sql`${site}session_id`, rows, not)}`;
  };
  return [
    ...groups.filter((group) => group.length > 0).map((group) => holding(group, false)),
    ...unwanted.map((filter) =>
      holding([{ ...filter, operator: filter.operator === '!:' ? ':' : '~' }], true),
    ),
  ];
}

/** Whether the ids of a row are among others. Settled rows are found by time, not by id. */
function isAmong(tested: TestedRows, ids: Sql, rows: Sql, not = false): Sql {
  const isSettled = tested === 'settled' || tested === 'settled_sessions';
  return isSettled ? inHashes(ids, rows, { not }) : inSet(sql`(${ids})`, rows, { not });
}
