/** Filters as conditions on the rows of a table: on columns of their own, or on the id of a session or pageview that passes. */

import type { Dimension, Filter, Holder } from '@tallyhouse/filter';
import { inSet, join, raw, type Sql, sql } from '@tallyhouse/sql';
import type { Near } from '../about.ts';
import { condition, conditions } from './condition.ts';
import {
  pingedPageviews,
  type Rows,
  withExit,
  withPageview,
  withProperties,
  withVisitorType,
} from './holders.ts';

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

/** The tests of a table's rows, by the holder of the dimension, besides `site`. Sessions are tested for events in `passing`. */
const tests = {
  pageviews: { pageview: 'own column', ...bySession },
  sessions: { ...bySessionAndPage, session: 'own column' },
  /** Settled tables, which have the page, and the properties and the exit page of sessions as columns. */
  settled: { session: 'own column', exit: 'own column', pageview: 'own column' },
  /** An event has its own page; the address that led there is that of one of its session's pageviews. */
  events: { event: 'own column', ...byEventsSession },
  /** Rows that count for their sessions: a filter on pages or events selects sessions too. */
  session_events: byEventsSession,
  session_pageviews: bySessionAndPage,
  pings: { ...bySession, pageview: { id: 'pageview', rows: pingedPageviews } },
} as const satisfies Record<string, Partial<Record<Holder, Test>>>;

export type TestedRows = keyof typeof tests;

/**
 * The conditions that rows pass the filters, `and` before each.
 * @param near the sessions that are looked up
 * @param sessionEvents SQL of the events in the period: `site_id`, `session_id`, `event` and `props`
 */
export function passing(
  tested: TestedRows,
  filters: readonly Filter[],
  near: Near,
  sessionEvents: () => Sql,
): Sql {
  const testsOf: Partial<Record<Holder, Test>> = { site: 'own column', ...tests[tested] };
  const found = (Object.keys(testsOf) as Holder[]).flatMap((holder) => {
    const own = filters.filter(({ dimension }) => testedBy(dimension, tested) === holder);
    const test = testsOf[holder];
    if (own.length === 0 || test === undefined) return [];
    return test === 'own column' ? [conditions(own)] : [idPasses(test, own, near)];
  });
  const ofEvents = filters.filter(({ dimension }) => testedBy(dimension, tested) === 'event');
  const byEvents = 'event' in testsOf ? [] : eventConditions(ofEvents, near, sessionEvents);
  return join([...found, ...byEvents], '\n');
}

/** The holder whose test a filter takes. The page of an event is its own, like its name. */
function testedBy({ holder, column }: Dimension, tested: TestedRows): Holder {
  return tested === 'events' && column === 'page_path' ? 'event' : holder;
}

/** One row must meet all conditions on a holder. */
function idPasses(
  { id, rows, orNone }: Exclude<Test, 'own column'>,
  filters: readonly Filter[],
  near: Near,
): Sql {
  const key = sql`(${near.site}session_id${raw(id === 'pageview' ? ', pageview_id' : '')})`;
  const test = inSet(key, rows(near, conditions(filters)));
  if (!orNone) return sql`and ${test}`;
  const ofNone = join(
    filters.map((filter) => condition(filter, raw("''"))),
    ' and ',
  );
  return sql`and (${test} or empty(session_id) and ${ofNone})`;
}

/**
 * Sessions by their events: one event must meet all conditions that are not negated. With several names each must occur, each with
 * the properties. A negated condition excludes the sessions with an event that it names.
 */
function eventConditions(filters: readonly Filter[], { site }: Near, sessionEvents: () => Sql): Sql[] {
  const wanted = filters.filter(({ operator }) => !operator.startsWith('!'));
  const names = wanted.filter(({ dimension }) => dimension.property === undefined);
  const properties = wanted.filter(({ dimension }) => dimension.property !== undefined);
  const groups = names.length > 1 ? names.map((name) => [name, ...properties]) : [wanted];
  const unwanted = filters.filter(({ operator }) => operator.startsWith('!'));
  const holding = (group: readonly Filter[], not: boolean) => {
    const rows = sql`
select ${site}session_id
from (
    ${sessionEvents()}
)
where notEmpty(session_id)
  ${conditions(group)}`;
    return sql`and ${inSet(sql`(${site}session_id)`, rows, { not })}`;
  };
  return [
    ...groups.filter((group) => group.length > 0).map((group) => holding(group, false)),
    ...unwanted.map((filter) =>
      holding([{ ...filter, operator: filter.operator === '!:' ? ':' : '~' }], true),
    ),
  ];
}
