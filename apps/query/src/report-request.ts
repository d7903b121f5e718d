import { sqlSecond, sqlTime } from '@tallyhouse/clickhouse';
import type { Filter, Goal } from '@tallyhouse/filter';
import { idLead } from '@tallyhouse/ping';
import { type SettledTableName, sessionHoursOf } from '@tallyhouse/settle';
import type { Statement } from './database.ts';
import { type Conditions, fillFilters } from './filter/fill-filters.ts';
import { fillSteps } from './goal/fill-steps.ts';
import type { Parameters, Values } from './parameters/parameter.ts';
import {
  type CommonValues,
  commonParameters,
  type Query,
  readParameters,
  refuseUnknown,
} from './parameters/read.ts';
import { type Range, resolveRange } from './range.ts';
import { fillRows, type Ranges, type TrustedRows } from './rows/arms.ts';
import { fillEarlierRows } from './rows/earlier.ts';
import { type RowSetName, rowSetsIn, settledTablesFor } from './rows/row-sets.ts';
import { spanOf } from './rows/spans.ts';
import { type Cluster, onAllShards, withTimes } from './shards/cluster-sql.ts';
import { narrow, siteBindings } from './sites/narrow.ts';
import type { Sites } from './sites/sites.ts';

/** A valid request of a report or an export. */
export interface ReportRequest<Own extends Parameters> {
  values: CommonValues & Values<Own>;
  range: Range;
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  /** The settled tables that can serve the row sets in this SQL (rows/row-sets.ts). */
  settledTables(sql: string, details?: Details): Map<RowSetName, readonly SettledTableName[]>;
  /**
   * Builds the query of SQL about several sites (sites/narrow.ts) that may use `{one_row_a_bucket:Bool}`, `{start}`, `{end}`, `{key_start}`, `{key_end}` (see rangeBindings),
   * `{now}` (all `DateTime64(3, 'UTC')`), `{timezone:String}`, `{limit:UInt32}`, `{offset:UInt32}`,
   * `{bucket_starts:Array(Int64)}`, and its own bindings.
   * Its placeholders for rows and filters are replaced (see rows/arms.ts and filter/fill-filters.ts).
   */
  statement(sites: Sites, sql: string, details?: Details & { trusted?: TrustedRows }): Statement;
}

/** What one query adds to, or replaces in, its request. */
export interface Details {
  /** Replaces the range of the request. */
  range?: Range;
  /** Replaces the filters of the request. */
  filters?: readonly Filter[];
  /** Replaces the sites of the request. */
  sites?: Sites;
  /** Replace the range, for the row sets that look beyond it. `{start}` and `{end}` stay. */
  ranges?: Ranges;
  /** The range of `earlier rows` (rows/earlier.ts), which the SQL compares with those of the range. */
  earlier?: Range;
  /** Whether rows need the exit page of their session, which live rows lack. */
  withExits?: boolean;
  /** Goals that rows are matched with (goal/fill-steps.ts). */
  steps?: readonly Goal[];
  /** Conditions besides the filters, for placeholders of their names (filter/fill-filters.ts). */
  conditions?: Conditions;
  /** Starts of buckets, milliseconds since 1970; the first is at or before the start of the range. Default: one bucket. */
  bucketStarts?: readonly number[];
  /** Values of parameters; they extend or replace those of every report. */
  bindings?: Readonly<Record<string, unknown>>;
}

/** The parts of an HTTP request that carry parameters. */
export interface RequestParts {
  query: Query;
  /** Parameters in the path, decoded. */
  params: Query;
}

/**
 * Reads and checks the parameters of a request.
 * @param definition the endpoint's own parameters, and the range that replaces the requested one
 * @param cluster the shards to read; undefined for one server
 * @throws HttpError 400 that names the invalid parameter
 */
export function readRequest<Own extends Parameters>(
  { query, params }: RequestParts,
  definition: { parameters: Own; range?: (now: number) => Range },
  now: number,
  cluster?: Cluster,
): ReportRequest<Own> {
  // An endpoint may declare one of the common ones in its own way.
  const declared = { ...commonParameters, ...definition.parameters };
  refuseUnknown(query, declared);
  const values: ReportRequest<Own>['values'] = readParameters({ ...query, ...params }, declared);
  const named = resolveRange(values, now); // checked even where it is replaced
  const range = definition.range?.(now) ?? named;
  const bound = (own: Range) => commonBindings(values, own, now);
  const request: ReportRequest<Own> = {
    values,
    range,
    now,
    settledTables(sql, { filters = values.filter, conditions = {} } = {}) {
      const onEvents = filters.some(({ dimension }) => dimension.holder === 'event');
      const names = [...rowSetsIn(sql), ...(onEvents ? (['session_events'] as const) : [])];
      return new Map(names.map((name) => [name, settledTablesFor(name, filters, conditions['views'])]));
    },
    statement: (sites, sql, details) => fill(sites, cluster ? onAllShards(sql, cluster) : sql, details),
  };
  return request;

  /** @param sql names the tables as they are read */
  function fill(
    sites: Sites,
    sql: string,
    { earlier, ...details }: Details & { trusted?: TrustedRows } = {},
  ): Statement {
    if (earlier) {
      const statementOf = (range: Range) => (text: string) => fill(sites, text, { ...details, range });
      return fillEarlierRows(sql, statementOf(details.range ?? range), statementOf(earlier));
    }
    const { range: own = range, bucketStarts = [own.start], filters = values.filter } = details;
    const { bindings, conditions, ranges, withExits, steps = [], trusted = new Map() } = details;
    const about = { range: own, ranges, bucketStarts, filters, withExits, cluster };
    const rows = fillRows(sql, about, trusted);
    const stepped = fillSteps(rows.sql, steps);
    const filtered = fillFilters(stepped.sql, filters, conditions, cluster);
    // A filter on events selects from rows of its own.
    const { sql: whole, bindings: events } = fillRows(filtered.sql, about, trusted);
    const bindingsOfAll = {
      ...siteBindings(sites, cluster !== undefined),
      ...bound(own),
      bucket_starts: bucketStarts,
      ...rows.bindings,
      ...stepped.bindings,
      ...filtered.bindings,
      ...events,
      ...bindings,
    };
    const narrowed = narrow(whole, sites);
    return { sql: cluster ? withTimes(narrowed, bindingsOfAll) : narrowed, values: bindingsOfAll };
  }
}

function commonBindings(values: CommonValues, range: Range, now: number): Record<string, unknown> {
  return {
    ...rangeBindings(range),
    now: sqlTime(now),
    timezone: values.timezone.canonical,
    limit: values.limit,
    offset: values.offset,
  };
}

/**
 * A range as the query parameters `{start}` and `{end}`, `DateTime64(3, 'UTC')`, and `{key_start}` and `{key_end}`, `DateTime('UTC')`: the
 * hours of ids (`session_hour`) of the rows of the range. Tables are sorted by these hours: a report filters on them, so that
 * few rows are read, and on the exact time as well. `{id_lead:UInt32}`: how far ahead of its pings the id of a session may be, milliseconds.
 */
export function rangeBindings(range: Range) {
  const hours = sessionHoursOf(spanOf(range));
  return {
    start: sqlTime(range.start),
    end: sqlTime(range.end),
    key_start: sqlSecond(hours.from),
    key_end: sqlSecond(Math.ceil(hours.until / 1000) * 1000),
    id_lead: idLead,
  };
}
