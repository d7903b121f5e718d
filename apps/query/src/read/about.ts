/** The sites and times of a request, and the resulting conditions on rows and sessions. */

import { sessionHoursOf } from '@tallyhouse/facts';
import type { ColumnRules, Filter } from '@tallyhouse/filter';
import {
  type Cluster,
  date,
  empty,
  join,
  raw,
  type Sql,
  second,
  sql,
  text,
  texts,
  time,
} from '@tallyhouse/sql';
import type { ListComparison } from '../parameters/compared-range.ts';
import type { Range } from '../parameters/range.ts';
import type { Sites } from './sites.ts';

/** From `from` up to, not including, `until`: milliseconds since 1970. */
export interface Span {
  from: number;
  until: number;
}

const isSome = ({ from, until }: Span) => from < until;

export const spanOf = ({ start, end }: Range): Span => ({ from: start, until: end });

/** The span from the first start to the last end. */
export const hullOf = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  until: Math.max(...spans.map(({ until }) => until)),
});

/** The parts of spans within another span. */
export const within = (spans: readonly Span[], { from, until }: Span): Span[] =>
  spans
    .map((span) => ({ from: Math.max(span.from, from), until: Math.min(span.until, until) }))
    .filter(isSome);

/** The whole units in spans; units count from 1970. */
export const wholeUnits = (spans: readonly Span[], unit: number): Span[] =>
  spans
    .map(({ from, until }) => ({
      from: Math.ceil(from / unit) * unit,
      until: Math.floor(until / unit) * unit,
    }))
    .filter(isSome);

/** Spans minus others. */
export const without = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, { from, until }) =>
      left
        .flatMap((span) => [
          { from: span.from, until: Math.min(span.until, from) },
          { from: Math.max(span.from, until), until: span.until },
        ])
        .filter(isSome),
    [...spans],
  );

/** The condition on `day` for rows in the spans. */
export const onDays = (spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => sql`day >= ${date(from)} and day <= ${date(until - 1)}`);

/** The condition on a time for rows in the spans. */
export const atTimes = (column: Sql, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => sql`${column} >= ${time(from)} and ${column} < ${time(until)}`);

/** The same on a column of hours, or of whole seconds: no value falls between a time and the next second. */
export const atHours = (column: Sql, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => sql`${column} >= ${second(from)} and ${column} < ${second(until)}`);

function anyOf(spans: readonly Span[], condition: (span: Span) => Sql): Sql {
  if (spans.length === 0) return raw('false');
  const alternatives = join(spans.map(condition), ' or ');
  return spans.length === 1 ? alternatives : sql`(${alternatives})`;
}

/** The part of a request that rows depend on. */
export interface About {
  sites: Sites;
  /** The range of the rows. */
  range: Range;
  /** The range of the report: filters on pages or events select sessions by their rows in it. */
  period: Range;
  /** Starts of the report's buckets, milliseconds since 1970; the first is at or before the start of the range. */
  bucketStarts: readonly number[];
  filters: readonly Filter[];
  /** The comparison of the rows of a list; undefined without one. */
  comparison?: ListComparison | undefined;
  /** The operator's rules of computed columns, if there are any. */
  rules?: ColumnRules | undefined;
  /** The shards that have the rows; undefined for one server. */
  cluster?: Cluster | undefined;
}

/** The condition on `site_id`. For all sites it is redundant, and the list could exceed the limit of a parameter. */
export function siteCondition({ ids, every }: Sites): Sql {
  if (every) return raw("site_id != ''");
  return ids.length === 1 ? sql`site_id = ${text(ids[0] ?? '')}` : sql`site_id in ${texts(ids)}`;
}

/** `site_id, ` before the other columns of a key. With one site it is redundant, and comparing only ids is faster. */
export const siteColumn = ({ ids }: Sites): Sql => (ids.length === 1 ? empty : raw('site_id, '));

/** Bounds on the sessions of some rows. */
export interface Near {
  /** `site_id, ` before the columns of a key, for several sites. */
  site: Sql;
  /** The condition on `site_id`. */
  siteCondition: Sql;
  /** The condition on `session_hour` of these sessions. Tables are sorted by it, so that few rows are read. */
  hours: Sql;
  /** In seconds: no session has an earlier hour. */
  earliest: Sql;
  /** The range of the report. */
  period: Range;
}

/** Bounds on sessions with rows in the spans: tables are sorted by the hour inside session ids. */
export function keyWindow({ sites, range, period }: About, spans: readonly Span[] = [spanOf(range)]): Near {
  const { from, until } = sessionHoursOf(hullOf(spans));
  const earliest = second(Math.floor(from / 1000) * 1000);
  return {
    site: siteColumn(sites),
    siteCondition: siteCondition(sites),
    hours: sql`session_hour >= ${earliest} and session_hour < ${second(until)}`,
    earliest,
    period,
  };
}

/** Earlier than any visit of a web site. */
const beforeAllVisitors = raw("toDateTime('1990-01-01 00:00:00', 'UTC')");

/** Sessions that events name, of any age. @param named SQL of their hours: `select <what> from ...` */
export function nearEvents({ sites, period, cluster }: About, named: (what: string) => Sql): Near {
  const near = { site: siteColumn(sites), siteCondition: siteCondition(sites), period };
  // The queried shard would compute one number for all shards, from its own events.
  if (cluster)
    return { ...near, hours: sql`session_hour in (${named('session_hour')})`, earliest: beforeAllVisitors };
  const earliest = sql`(${named('min(session_hour)')})`;
  return {
    ...near,
    hours: sql`session_hour >= ${earliest} and session_hour < (${named('max(session_hour) + interval 1 hour')})`,
    earliest,
  };
}
