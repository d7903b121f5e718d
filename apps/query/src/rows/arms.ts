/**
 * Chooses the tables that a row set is read from. Each day of the range is settled, changed or live (packages/settle), and the
 * rows come in up to four arms, joined by `union all`:
 *
 * - sums: whole settled days (or hours, quarters of an hour), from a projection or a sum table, when there is no filter;
 * - rows: the rest of the settled days, and changed days without the sessions that changed since;
 * - changed: these sessions on changed days, from the entity tables;
 * - live: live days, from the entity tables.
 *
 * So a report is always exact; days that are not settled only take more time. A row set may have several rows of one key,
 * which the report adds up. Of several shards each returns its arms' rows (shards/cluster-sql.ts).
 */

import type { Filter } from '@tallyhouse/filter';
import { idAge, idLead } from '@tallyhouse/ping';
import type { TrustedDays } from '@tallyhouse/settle';
import type { Range } from '../range.ts';
import { type Cluster, onAllShards, onEachShard, onOneShard } from '../shards/cluster-sql.ts';
import { createBindings } from './bindings.ts';
import { changedFrom, type From, liveFrom, type Scope, settledFrom, sumsFrom } from './from.ts';
import { newcomersOf, newcomersOfShard } from './newcomers.ts';
import { type RowSet, type RowSetName, rowSets, rowSetsIn, settledTablesFor } from './row-sets.ts';
import { type Span, spanOf, wholeUnits, within, without } from './spans.ts';

/** SQL with the values of its parameters. */
export interface Filled {
  sql: string;
  bindings: Record<string, unknown>;
}

/** The days of a range, for each row set of a report that can use settled tables. */
export type TrustedRows = ReadonlyMap<RowSetName, TrustedDays>;

/** The part of a request that row sets depend on. */
export interface RowsRequest {
  range: Range;
  /** Starts of the report's buckets, milliseconds since 1970; the first is at or before the start of the range. */
  bucketStarts: readonly number[];
  filters: readonly Filter[];
  /** Whether rows need the exit page of their session, which live rows lack. */
  withExits?: boolean | undefined;
  /** Replace the range, for the row sets that look beyond it. */
  ranges?: Ranges | undefined;
  /** The shards that have the rows; undefined for one server. */
  cluster?: Cluster | undefined;
}

export type Ranges = Readonly<Partial<Record<RowSetName, Range>>>;

const units = { quarter: 15 * 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Replaces the placeholders of a report's SQL, block comments of `rows: ` and a row set, by the SQL that selects its rows.
 * @param trusted which days may come from settled tables; a row set that it lacks is read live
 */
export function fillRows(sql: string, request: RowsRequest, trusted: TrustedRows): Filled {
  const bindings: Record<string, unknown> = {};
  const filled = rowSetsIn(sql).reduce((text, name) => {
    const rows = rowsOf(name, request, trusted.get(name));
    Object.assign(bindings, rows.bindings);
    return text.replaceAll(`/* rows: ${name} */`, () => rows.sql);
  }, sql);
  return { sql: filled, bindings };
}

/** The rows of a row set, on all shards when there are several. */
function rowsOf(name: RowSetName, request: RowsRequest, trusted?: TrustedDays): Filled {
  const { cluster, range, ranges } = request;
  const rowSet: RowSet = rowSets[name];
  if (cluster && trusted && rowSet.tables.includes('settled_visitors')) {
    const { sums: _, ...rest } = rowSet;
    const { sql, bindings } = armsOf(name, request, { ...rest, sql: newcomersOfShard }, trusted);
    const { start } = ranges?.[name] ?? range;
    return { sql: filled(rowSet.sql, { visitors: () => newcomersOf(sql, start, cluster) }), bindings };
  }
  const { sql, bindings } = armsOf(name, request, rowSet, trusted);
  if (cluster === undefined) return { sql, bindings };
  const read = { apart: onEachShard, together: onAllShards, here: onOneShard }[rowSet.shards ?? 'apart'];
  return { sql: read(sql, cluster), bindings };
}

function armsOf(
  name: RowSetName,
  { range: reported, ranges, bucketStarts, filters, withExits = false, cluster }: RowsRequest,
  rowSet: RowSet,
  trusted?: TrustedDays,
): Filled {
  const range = ranges?.[name] ?? reported;
  const whole = spanOf(range);
  const days = settledTablesFor(name, filters).length > 0 ? trusted?.runs : undefined;
  const inState = (state: string) =>
    within(
      (days ?? []).filter((run) => run.state === state),
      whole,
    );
  const [settled, changed, unsettled] = [inState('settled'), inState('changed'), inState('live')];
  // No day has a state where settled tables cannot serve, or the range is empty: what begins in an hour that clocks
  // repeat may end before that, a year earlier.
  const live = settled.length + changed.length + unsettled.length > 0 ? unsettled : [whole];
  const sums = summed(rowSet, settled, range, { filters, bucketStarts });
  const rows = without(settled, sums);

  const bindings = createBindings(name);
  const shared: Omit<Scope, 'text'> = {
    bindings,
    filters: rowSet.unfiltered ? [] : filters,
    ofSessions: rowSet.ofSessions === true,
    withExits,
    overShards: cluster !== undefined,
    changedSince: trusted?.changedSince ?? 0,
    changedSessions: trusted?.changedSessions,
  };
  const { sql, live: liveSql = sql } = rowSet;
  const arm = (text: string, from: (scope: Scope) => From) => filled(text, from({ ...shared, text }));
  const arms = [
    ...(sums.length > 0
      ? sumsSql(rowSet, bucketStarts).map((text) => arm(text, (scope) => sumsFrom(scope, sums, bucketStarts)))
      : []),
    ...(rows.length + changed.length > 0 ? [arm(sql, (scope) => settledFrom(scope, rows, changed))] : []),
    ...(changed.length > 0 ? [arm(liveSql, (scope) => changedFrom(scope, changed))] : []),
    ...(live.length > 0 ? [arm(liveSql, (scope) => liveFrom(scope, live))] : []),
  ];
  return { sql: arms.join('union all\n'), bindings: bindings.values };
}

/**
 * The spans of settled days that are read as whole units of sums. With a filter, whole days of pageviews count as such too:
 * their projection by page has no times.
 */
function summed(
  { sql, sums }: RowSet,
  settled: readonly Span[],
  range: Range,
  { filters, bucketStarts }: Pick<RowsRequest, 'filters' | 'bucketStarts'>,
) {
  const ofPageviews = sql.includes('from: pageviews') && sums?.table === undefined;
  if (sums === undefined || (filters.length > 0 && !ofPageviews)) return [];
  const unit = units[sums.by];
  const bucketed = sums.by === 'quarter' || sums.table?.includes('{bucket_starts');
  // A sum would lie in two of the report.
  if (bucketed && bucketStarts.slice(1).some((start) => start % unit !== 0)) return [];
  // The first view of a whole day is the session's first: the session may have viewed the page before the start of the range.
  const from = sql.includes('is_first_view') ? range.start + idAge + idLead : range.start;
  return wholeUnits(within(settled, { from, until: range.end }), unit);
}

/** A report with one bucket has no stored bucket between two starts. */
const sumsSql = ({ sql, sums }: RowSet, bucketStarts: readonly number[]) => [
  sums?.table ?? sql,
  ...(sums?.counts && bucketStarts.length > 1 ? [sums.counts] : []),
];

const placeholder = /\/\* from: (\w+) \*\//g;

/** Replaces the placeholders of a row set, block comments of `from: ` and a table. */
function filled(sql: string, from: From): string {
  return sql.replace(placeholder, (_, table: string) => {
    const text = from[table]?.();
    if (text === undefined) throw new Error(`no such table to read from: ${table}`);
    return text;
  });
}
