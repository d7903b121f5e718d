import { sqlTime } from '@tallyhouse/clickhouse';
import type { SettledTableName } from '@tallyhouse/settle';
import type { Statement } from './database.ts';
import { fillFilters } from './filter/fill-filters.ts';
import { rangeBindings } from './key-range.ts';
import { type CommonValues, commonParameters } from './parameters/common.ts';
import type { Parameters, Values } from './parameters/parameter.ts';
import { type Query, readParameters, refuseUnknown } from './parameters/read.ts';
import { type Range, resolveRange } from './range.ts';
import { fillRows, type TrustedRows } from './rows/arms.ts';
import { type RowSetName, rowSetsIn, settledTablesFor } from './rows/row-sets.ts';

/** What an endpoint is asked. */
export interface Question<Own extends Parameters> {
  values: CommonValues & Values<Own>;
  range: Range;
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  /** The settled tables that can answer the row sets in this SQL (rows/row-sets.ts). */
  settledTables(sql: string): Map<RowSetName, readonly SettledTableName[]>;
  /**
   * The question in SQL that may use `{site_id:String}`, `{start}`, `{end}`, `{key_start}`, `{key_end}` (see key-range.ts),
   * `{now}` (all `DateTime64(3, 'UTC')`), `{timezone:String}`, `{limit:UInt32}`, `{offset:UInt32}`,
   * `{bucket_starts:Array(Int64)}`, and its own bindings.
   * Its placeholders for rows and filters are filled (see rows/arms.ts and filter/fill-filters.ts).
   */
  statement(sql: string, details?: Details & { trusted?: TrustedRows }): Statement;
}

/** What one query of a question has of its own. */
export interface Details {
  /** In place of the question's. */
  range?: Range;
  /** Where buckets begin, milliseconds since 1970, the first with the range or before it; by default there is one. */
  bucketStarts?: readonly number[];
  /** Values of parameters, added to those that every question has, or in place of them. */
  bindings?: Readonly<Record<string, unknown>>;
}

/** Of a request, where the question stands. */
export interface Sent {
  query: Query;
  /** The parts of the path that stand for a parameter, decoded. */
  params: Query;
}

/**
 * Reads what a request asks.
 * @param definition the parameters that only this endpoint has, and what replaces the range that is asked for
 * @throws HttpError 400 that names the parameter at fault
 */
export function readQuestion<Own extends Parameters>(
  { query, params }: Sent,
  definition: { parameters: Own; range?: (now: number) => Range },
  now: number,
): Question<Own> {
  refuseUnknown(query, { ...commonParameters, ...definition.parameters });
  const common = readParameters(query, commonParameters);
  const own = readParameters({ ...query, ...params }, definition.parameters);
  const named = resolveRange(common, now); // checked even where it does not count
  const range = definition.range?.(now) ?? named;
  const bound = (own: Range) => commonBindings(common, own, now);
  return {
    values: { ...common, ...own },
    range,
    now,
    settledTables: (sql) =>
      new Map(rowSetsIn(sql).map((name) => [name, settledTablesFor(name, common.filter)])),
    statement(sql, { range: own = range, bucketStarts = [own.start], bindings, trusted = new Map() } = {}) {
      const rows = fillRows(sql, { range: own, bucketStarts, filters: common.filter }, trusted);
      const { sql: whole, bindings: filters } = fillFilters(rows.sql, common.filter);
      const values = {
        ...bound(own),
        bucket_starts: bucketStarts,
        ...rows.bindings,
        ...filters,
        ...bindings,
      };
      return { sql: whole, values };
    },
  };
}

function commonBindings(values: CommonValues, range: Range, now: number): Record<string, unknown> {
  return {
    site_id: values.siteId,
    ...rangeBindings(range),
    now: sqlTime(now),
    timezone: values.timezone.canonical,
    limit: values.limit,
    offset: values.offset,
  };
}
