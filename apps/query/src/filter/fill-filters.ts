import type { Dimension, Filter, Holder } from '@tallyhouse/filter';
import { type Cluster, onOneShard } from '../shards/cluster-sql.ts';
import { condition } from './condition.ts';
import event from './event.sql';
import exit from './exit.sql';
import pageview from './pageview.sql';
import pingedPageview from './pinged-pageview.sql';
import session from './session.sql';
import visitor from './visitor.sql';

/**
 * How rows are tested for a dimension: by a column of their own, or by the id of a session or pageview that passes. `orNone`:
 * rows without such an id have an empty value.
 */
type Test = 'own column' | { id: string; passing: string; orNone?: true };

const bySession = {
  session: { id: '(site_id, session_id)', passing: session },
  exit: { id: '(site_id, session_id)', passing: exit },
  visitor: { id: '(site_id, session_id)', passing: visitor },
  event: { id: '(site_id, session_id)', passing: event },
} as const;

/** Also by the page: sessions with a pageview that passes. */
const bySessionAndPage = {
  ...bySession,
  pageview: { id: '(site_id, session_id)', passing: pageview },
} as const;

/** Events have the properties of their sessions; those without a session have no exit page and no visitor type. */
const byEventsSession = {
  session: 'own column',
  pageview: bySessionAndPage.pageview,
  exit: { ...bySession.exit, orNone: true },
  visitor: { ...bySession.visitor, orNone: true },
} as const;

/** The tests of a table's rows, by the holder of the dimension, besides `site`. */
const tests: Readonly<Record<string, Readonly<Partial<Record<Holder, Test>>>>> = {
  pageviews: { pageview: 'own column', ...bySession },
  sessions: { ...bySessionAndPage, session: 'own column' },
  /** Settled tables, which have the page, and the properties and the exit page of sessions as columns. */
  settled: { session: 'own column', exit: 'own column', pageview: 'own column', event: bySession.event },
  /** Of an event only the page is its own; the address that led there is one of its session's pageviews. */
  events: { event: 'own column', ...byEventsSession },
  /** Rows that count for their sessions: a filter on pages or events selects sessions too. */
  session_events: { ...bySession, ...byEventsSession },
  session_pageviews: bySessionAndPage,
  pings: { ...bySession, pageview: { id: '(site_id, session_id, pageview_id)', passing: pingedPageview } },
};

/** Lists of conditions on the columns of rows, by name. */
export type Conditions = Readonly<Record<string, readonly Filter[]>>;

/**
 * Narrows a query to the rows that pass the filters. Its `where` over `pageviews final`, `sessions final` or `pings` ends with
 * a placeholder, a block comment of `filter: ` and the table, so that the .sql also runs by hand, without a filter. The
 * placeholder is replaced by conditions made of the .sql files of this folder and the columns of dimensions.ts. Values are
 * passed as parameters.
 * @returns the SQL, and the values of its parameters `{filter_0:Array(String)}` and so on; it also uses
 *   `{site_id}`, `{start}`, `{end}`, `{key_start}` and `{key_end}`, as every report does. A filter on events adds a placeholder
 *   for rows (rows/row-sets.ts)
 * @param conditions more conditions, each list for the placeholders `filter: ` and its name
 * @param cluster the shards, where each shard tests its own rows; not for SQL that shards/cluster-sql.ts still changes
 */
export function fillFilters(
  sql: string,
  filters: readonly Filter[],
  conditions: Conditions = {},
  cluster?: Cluster,
) {
  const more = Object.entries(conditions).map(([name, own]) => [name, rowConditions(name, own)] as const);
  const texts = new Map(more.map(([name, { sql }]) => [name, sql]));
  const sent = withParameters('filter', filters);
  const filled = sql.replace(/\/\* filter: (\w+) \*\//g, (placeholder, table: string) => {
    const text = texts.get(table);
    if (text !== undefined) return text;
    const testsOfTable = tests[table];
    if (testsOfTable === undefined) throw new Error(`no such placeholder: ${placeholder}`);
    const tested = Object.entries({ site: 'own column' as const, ...testsOfTable })
      .flatMap(([holder, test]) => {
        const own = sent.filter(({ dimension }) => testedBy(dimension, table) === holder);
        if (own.length === 0) return [];
        if (test === 'own column') return own.map((filter) => `and ${conditionOf(filter)}`);
        return holder === 'event' ? eventConditions(test, own) : [passingCondition(test, own)];
      })
      .join('\n');
    return cluster ? onOneShard(tested, cluster) : tested;
  });
  const bindings: Record<string, unknown> = Object.assign(
    bindingsOf(sent),
    ...more.map(([, own]) => own.bindings),
  );
  return { sql: filled, bindings };
}

/**
 * Conditions on the columns of the rows themselves, such as those of a goal.
 * @param name begins the names of the parameters, so that several lists fit into one query
 * @returns SQL, `and` before each condition, and the values of its parameters
 */
export function rowConditions(name: string, filters: readonly Filter[]) {
  const own = withParameters(name, filters);
  return { sql: own.map((filter) => `and ${conditionOf(filter)}`).join('\n'), bindings: bindingsOf(own) };
}

/** A filter, and the name of the parameter with its values. */
type Bound = Filter & { parameter: string };

const withParameters = (name: string, filters: readonly Filter[]): Bound[] =>
  filters.map((filter, index) => ({ ...filter, parameter: `${name}_${index}` }));

/** The holder whose test a filter takes. The page of an event is its own, like its name. */
function testedBy({ holder, column }: Dimension, table: string): Holder {
  return table === 'events' && column === 'page_path' ? 'event' : holder;
}

/** One row must meet all conditions on a holder. */
function passingCondition(
  { id, passing, orNone }: Exclude<Test, 'own column'>,
  filters: readonly Bound[],
): string {
  const conditions = filters.map((filter) => `and ${conditionOf(filter)}`);
  const test = `${id} in (\n${passing}  ${conditions.join('\n  ')}\n)`;
  if (!orNone) return `and ${test}`;
  const ofNone = filters.map((filter) => conditionOf(filter, "''"));
  return `and (${test} or empty(session_id) and ${ofNone.join(' and ')})`;
}

/**
 * Sessions by their events: one event must meet all conditions that are not negated. Of several names each must occur, each with
 * the properties. A negated condition excludes the sessions with an event that it names.
 */
function eventConditions(test: Exclude<Test, 'own column'>, filters: readonly Bound[]): string[] {
  const wanted = filters.filter(({ operator }) => !operator.startsWith('!'));
  const names = wanted.filter(({ dimension }) => dimension.property === undefined);
  const properties = wanted.filter(({ dimension }) => dimension.property !== undefined);
  const groups = names.length > 1 ? names.map((name) => [name, ...properties]) : [wanted];
  const unwanted = filters.filter(({ operator }) => operator.startsWith('!'));
  return [
    ...groups.filter((group) => group.length > 0).map((group) => passingCondition(test, group)),
    ...unwanted.map((filter) => {
      const operator = filter.operator === '!:' ? ':' : '~';
      return passingCondition({ ...test, id: `${test.id} not` }, [{ ...filter, operator }]);
    }),
  ];
}

function conditionOf(
  { dimension: { column, property }, operator, parameter }: Bound,
  value?: string,
): string {
  const own = property === undefined ? column : `${column}[{${parameter}_property:String}]`;
  return condition(operator, value ?? own, `{${parameter}:Array(String)}`);
}

/** The values of the filters' parameters. */
function bindingsOf(filters: readonly Bound[]): Record<string, unknown> {
  const values = filters.flatMap(({ parameter, values, dimension: { property } }) => [
    [parameter, values],
    ...(property === undefined ? [] : [[`${parameter}_property`, property]]),
  ]);
  return Object.fromEntries(values);
}
