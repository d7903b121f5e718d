import { fillSlots } from './filter/slots.ts';
import { rangeBindings, sqlTime } from './key-range.ts';
import { type CommonValues, commonParameters } from './parameters/common.ts';
import type { Parameters, Values } from './parameters/parameter.ts';
import { type Query, readParameters, refuseUnknown } from './parameters/read.ts';
import { type Range, resolveRange } from './range.ts';
import { fillRows } from './rollup/rows.ts';

/** What an endpoint is asked. */
export interface Question<Own extends Parameters> {
  values: CommonValues & Values<Own>;
  range: Range;
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  /**
   * The question in SQL that may use `{site_id:String}`, `{start}`, `{end}`, `{key_start}`, `{key_end}` (see key-range.ts),
   * `{now}` (all `DateTime64(3, 'UTC')`), `{timezone:String}`, `{limit:UInt32}`, `{offset:UInt32}`, and what `bindings`
   * adds or replaces. Its slots for rows and filters are filled (see rollup/rows.ts and filter/slots.ts).
   */
  statement(sql: string, bindings?: Record<string, unknown>): Statement;
}

/** SQL, and the values of its `{name:Type}` parameters; those that it does not mention are ignored. */
export interface Statement {
  sql: string;
  values: Record<string, unknown>;
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
  const bound = bindings(common, range, now);
  return {
    values: { ...common, ...own },
    range,
    now,
    statement(sql, extra) {
      const filled = fillSlots(fillRows(sql, common.filter.length > 0), common.filter);
      return { sql: filled.sql, values: { ...bound, ...filled.bindings, ...extra } };
    },
  };
}

function bindings(values: CommonValues, range: Range, now: number): Record<string, unknown> {
  return {
    site_id: values.siteId,
    ...rangeBindings(range),
    now: sqlTime(now),
    timezone: values.timezone.canonical,
    limit: values.limit,
    offset: values.offset,
  };
}
