/**
 * Writes a query of a report. The rows of a relation come from the tables that have them, joined by `union all`. Each branch is the
 * relation's SQL over one of these:
 *
 * - sums: whole units of settled days, if there is no filter;
 * - rows: the rest of the settled days, and changed days without the sessions that changed since;
 * - changed: these sessions on changed days, from the entity tables;
 * - live: live days, from the entity tables.
 *
 * So a report is always exact; days that are not settled only take more time. A relation may have several rows of one key,
 * which the report adds up.
 */

import { computedColumns, day, hour, withReads } from '@tallyhouse/facts';
import type { Filter } from '@tallyhouse/filter';
import { idAge, idLead } from '@tallyhouse/ping';
import type { DayStates, SettledTableName } from '@tallyhouse/settle';
import { onOneShard, perShard, render, type Sql, type Statement, unionAll } from '@tallyhouse/sql';
import type { Terms } from '../database/database.ts';
import type { Range } from '../parameters/range.ts';
import {
  type About,
  hullOf,
  keyWindow,
  type Near,
  type Span,
  spanOf,
  wholeUnits,
  within,
  without,
} from './about.ts';
import { nameOf, type ReadDayStates, type TableSet, type TrustedRows } from './days.ts';
import { passing, type SessionRows, type TestedRows } from './filter/passing.ts';
import { liveFrom } from './live.ts';
import { newcomersFrom } from './newcomers.ts';
import { type Relation, settledColumnsOf } from './relation.ts';
import { sessionEvents } from './relations/events.ts';
import { sessionPages } from './relations/pages.ts';
import { settledFrom, sumsFrom } from './settled.ts';

/** What a query of a report reads, and how: the request's range, sites and filters are the defaults. */
export interface Reader extends About, Pick<Near, 'site' | 'siteCondition' | 'hours'> {
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  /** Selects the rows of a relation. @param own replaces parts of the request */
  rows(relation: Relation, own?: Own): Sql;
  /** The filters as conditions on the rows of a table that is read as it stands, `and` before each. */
  passing(rows: TestedRows): Sql;
}

type Own = Partial<Pick<About, 'range' | 'period' | 'filters'>>;

/** A reader whose defaults are other ones. */
export const readerWith = (read: Reader, own: Own): Reader => ({
  ...read,
  ...own,
  rows: (relation, more) => read.rows(relation, { ...own, ...more }),
});

/** Builds the SQL of a query. It is called twice: to learn which days are to be looked up, and to read them. */
export type Build = (read: Reader) => Sql;

/** The settled tables that may serve a relation, the columns that it reads of them, and the range. */
export interface Wanted {
  tables: TableSet;
  columns: readonly string[];
  range: Range;
}

/**
 * @param trusted which days may come from settled tables; what it lacks is read live
 * @param want is called with each relation that settled tables may serve
 */
export function createReader(
  about: About & { now: number },
  trusted: TrustedRows,
  want?: (wanted: Wanted) => void,
): Reader {
  const rows: Reader['rows'] = (relation, own = {}) => {
    const asked = { ...about, ...own };
    const tables = settledTablesFor(relation, asked.filters);
    want?.({ tables, columns: settledColumnsOf(relation, asked), range: asked.range });
    const found = sessionRowsIn(asked);
    // Without `trusted`, live rows alone are written, and only settled rows read these. To write both takes Node three times as long.
    const selectsSessions = relation.countsForSessions || tables.includes('settled_sessions');
    if (want && selectsSessions && !relation.unfiltered && selectsByPage(asked.filters)) found.pages();
    return rowsOf(relation, asked, trusted.get(nameOf(tables)), found);
  };
  const sessionRowsIn = ({ period }: About): SessionRows => ({
    events: () => rows(sessionEvents, { range: period, period }),
    pages: () => rows(sessionPages, { range: period, period, filters: [] }),
  });
  const near = keyWindow(about);
  return {
    ...about,
    ...near,
    rows,
    passing: (tested) => onOneShard(passing(tested, about.filters, near, sessionRowsIn(about))),
  };
}

/** The settled tables that may serve a query, by relation. */
export function wantedBy(build: Build, about: About & { now: number }): Wanted[] {
  const wanted: Wanted[] = [];
  // Filters on events request theirs while the SQL is written.
  render(build(createReader(about, new Map(), (one) => wanted.push(one))));
  return wanted.filter(({ tables }) => tables.length > 0);
}

/** Writes a query of a report, which reads each day from the tables that have its rows. */
export async function statementOf(
  build: Build,
  about: About & { now: number },
  readDayStates: ReadDayStates,
  terms: Terms,
): Promise<Statement> {
  const wanted = wantedBy(build, about);
  const { from, until } = hullOf([about.range, ...wanted.map(({ range }) => range)].map(spanOf));
  const sets = wanted.map(({ tables }) => tables);
  const filtered = about.filters.map(({ dimension }) => dimension.column);
  const columns = new Set(withReads([...filtered, ...wanted.flatMap((one) => one.columns)]));
  const range = { start: from, end: until };
  const { rows, tables } = await readDayStates(sets, about.sites, range, terms, (column) =>
    columns.has(column),
  );
  return render(build(createReader(about, rows)), about.cluster, tables, computedFor(about));
}

/** Computed columns under the rules of the sites file, which most queries do not need. */
function computedFor({ rules = {}, sites }: About) {
  const made = new Map<string, Sql | undefined>();
  return (name: string) => {
    if (!made.has(name)) made.set(name, computedColumns.get(name)?.under?.(rules, sites.ids));
    return made.get(name);
  };
}

/**
 * The settled tables that can serve a relation under these filters. They have the properties and exit pages of sessions, and
 * settled_pageviews the page; settled_paths has neither. Filters that select sessions by events or pages read relations of their own.
 * Other filters need the entity tables.
 */
export function settledTablesFor(
  { tables, unfiltered, conditions = [] }: Relation,
  filters: readonly Filter[],
): readonly SettledTableName[] {
  if (tables.includes('settled_events') || tables.includes('settled_crawls')) return tables;
  if (tables.includes('settled_paths') && filters.length > 0) return [];
  const isServed = (filter: Filter) =>
    ['site', 'session', 'exit', 'event'].includes(filter.dimension.holder) || selectsByPage([filter]);
  return [...(unfiltered ? [] : filters), ...conditions].every(isServed) ? tables : [];
}

const selectsByPage = (filters: readonly Filter[]) =>
  filters.some(({ dimension }) => dimension.column === 'page_path');

/**
 * Selects the rows of a relation.
 * @param trusted the days that may come from settled tables; without them all rows are read live
 * @param found by which filters select sessions
 */
function rowsOf(relation: Relation, about: About, trusted: DayStates | undefined, found: SessionRows): Sql {
  const { shards = 'each', tables } = relation;
  if (about.cluster && trusted && tables.includes('settled_visitors')) {
    return relation.rows(newcomersFrom(about, (own) => branchesOf(own, about, trusted, found)));
  }
  const branches = branchesOf(relation, about, trusted, found);
  return shards === 'each' ? perShard(branches) : branches;
}

function branchesOf(
  relation: Relation,
  about: About,
  trusted: DayStates | undefined,
  found: SessionRows,
): Sql {
  const { range, filters } = about;
  const isServed = settledTablesFor(relation, filters).length > 0;
  const runs = (isServed && trusted?.runs) || [{ state: 'live', ...spanOf(range) }];
  const inState = (state: string) =>
    within(
      runs.filter((run) => run.state === state),
      spanOf(range),
    );
  const [settled, changed, live] = [inState('settled'), inState('changed'), inState('live')];
  const sums = summed(relation, settled, about);
  const rows = without(settled, sums);
  const own = {
    ...about,
    filters: relation.unfiltered ? [] : filters,
    countsForSessions: relation.countsForSessions === true,
  };
  const sessions = { since: trusted?.changedSince ?? 0, few: trusted?.changedSessions };
  const fromSums = () => (relation.sums?.rows ?? relation.rows)(sumsFrom(own, sums, found));
  const fromRows = () => relation.rows(settledFrom(own, rows, { spans: changed, sessions }, found));
  const fromLive = (spans: readonly Span[], changed?: typeof sessions) =>
    (relation.live ?? relation.rows)(liveFrom(own, spans, changed, found));
  const branches = [
    ...(sums.length > 0 ? [fromSums()] : []),
    ...(rows.length + changed.length > 0 ? [fromRows()] : []),
    ...(changed.length > 0 ? [fromLive(changed, sessions)] : []),
    ...(live.length > 0 ? [fromLive(live)] : []),
  ];
  // Without a day that may have rows, the condition is false, and ClickHouse reads no table.
  if (branches.length === 0) return relation.sums ? fromSums() : fromRows();
  return unionAll(branches);
}

const units = { quarter: hour / 4, hour, day } as const;

/**
 * The spans of settled days that are read as whole units of sums. With a filter, whole days of pageviews and whole units of
 * requests count as such too: their projections have no times.
 */
function summed(
  { sums, tables, countsFirstViews }: Relation,
  settled: readonly Span[],
  { range, filters, bucketStarts }: About,
): Span[] {
  if (sums === undefined) return [];
  const byPage = tables.includes('settled_pageviews') && sums.rows === undefined;
  if (filters.length > 0 && !byPage && !tables.includes('settled_crawls')) return [];
  const unit = units[sums.by];
  // A sum would belong to two of the report.
  if (sums.bucketed && bucketStarts.slice(1).some((start) => start % unit !== 0)) return [];
  // The first view of a whole day is the session's first: the session may have viewed the page before the start of the range.
  const from = countsFirstViews ? range.start + idAge + idLead : range.start;
  return wholeUnits(within(settled, { from, until: range.end }), unit);
}

export { nameOf } from './days.ts';
export type { Relation } from './relation.ts';
