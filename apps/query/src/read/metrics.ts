/** Metrics. A relation has a number for each key (`part`). A report adds these up: counts by `sum`, maxima by `max`, states by what merges them. */

import { distinctPages } from '@tallyhouse/facts';
import type { SettledTableName } from '@tallyhouse/settle';
import { empty, join, parameter, raw, type Sql, sql, text } from '@tallyhouse/sql';
import type { About } from './about.ts';
import { type From, type Relation, type SumsFrom, settledWith } from './relation.ts';

export type Fact = 'sessions' | 'pageviews' | 'events' | 'crawls';

interface Metric {
  part: string;
  reads: readonly string[];
  /** What stored sums have, where it differs. */
  stored?: Pick<Metric, 'part' | 'reads'>;
}

const visitors = { part: 'uniqCombined64State(17)(visitor_id)', reads: ['visitor_id'] };

const metrics = {
  sessions: {
    visits: { part: 'count()', reads: [] },
    visitors,
    bounces: { part: 'countIf(bounced)', reads: ['bounced'] },
    duration_ms: { part: 'sum(session_rows.duration_ms)', reads: ['duration_ms'] },
  },
  pageviews: {
    views: { part: 'count()', reads: [] },
    visitors,
    first_views: { part: 'countIf(is_first_view)', reads: ['is_first_view'] },
    entries: { part: 'countIf(is_entry)', reads: ['is_entry'] },
    focus_time_ms: { part: 'sum(pageview_rows.focus_time_ms)', reads: ['focus_time_ms'] },
    scroll_depth: { part: 'sum(pageview_rows.scroll_depth)', reads: ['scroll_depth'] },
    words: { part: 'max(word_count)', reads: ['word_count'] },
    /** The number of views that reached a tenth of the page, two tenths, ... */
    views_by_depth: {
      part: `sumForEach([${[10, 20, 30, 40, 50, 60, 70, 80, 90].map((depth) => `pageview_rows.scroll_depth >= ${depth}`)}])`,
      reads: ['scroll_depth'],
    },
  },
  events: {
    events: { part: 'count()', reads: [] },
    visitors: { part: 'uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))', reads: ['visitor_id'] },
    sessions: { part: 'uniqExactStateIf(session, notEmpty(session_id))', reads: ['session', 'session_id'] },
    amount: { part: 'sum(event_rows.amount)', reads: ['amount'] },
  },
  crawls: {
    requests: { part: 'count()', reads: [] },
    errors: { part: 'countIf(status >= 400)', reads: ['status'] },
    verified: { part: 'countIf(crawl_rows.verified)', reads: ['verified'] },
    by_crawlers: { part: "countIf(class = 'crawler')", reads: ['class'] },
    failed: { part: "countIf(class = 'person' and status >= 400)", reads: ['class', 'status'] },
    /** Requests that claim an operator who publishes addresses. */
    verifiable: { part: 'count(crawl_rows.verified)', reads: ['verified'] },
    pages: {
      part: distinctPages.live,
      reads: ['page_path'],
      stored: { part: distinctPages.settled, reads: ['page_path', 'counts_page'] },
    },
  },
} as const satisfies Record<Fact, Record<string, Metric>>;

type MetricOf<Of extends Fact> = keyof (typeof metrics)[Of] & string;

/** An empty state of visitors. */
export const noVisitors = raw("arrayReduce('uniqCombined64State(17)', []::Array(UUID))");

/**
 * The number of visitors in a state: exact up to 4,095, then the same estimate in every report
 * (docs/decisions/0043-one-measure-of-visitors.md).
 */
export const distinctIn = (state: Sql): Sql =>
  sql`arrayReduce('uniqCombined64Merge(17)', [${state}, ${state}])`;

export const startsOf = ({ bucketStarts }: About): Sql => parameter(bucketStarts, 'Array(Int64)');

/** The start of the report's bucket that has a time, milliseconds since 1970. @param milliseconds SQL of the time */
export const bucketOf = (about: About, milliseconds: Sql): Sql =>
  about.bucketStarts.length === 1
    ? parameter(about.bucketStarts[0], 'Int64')
    : sql`roundDown(${milliseconds}, ${startsOf(about)})`;

/** The same for a stored day: projections by day have no times. */
export const bucketOfDay = (about: About): Sql => bucketOf(about, millisecondsOf("toDateTime(day, 'UTC')"));

export const milliseconds = (column: string): Sql => raw(`toUnixTimestamp64Milli(${column})`);

/** The same of a DateTime. */
export const millisecondsOf = (time: string): Sql => raw(`toInt64(toUnixTimestamp(${time})) * 1000`);

/** The time that decides the bucket of a row. */
const timeOf = {
  sessions: 'first_seen_at',
  pageviews: 'entered_at',
  events: 'occurred_at',
  crawls: 'occurred_at',
} as const;

/** A key of rows: a column, the bucket of the report (`bucket`; of stored sums `hour` or `day`), or a property of events. */
export interface Key {
  as: string;
  column: string;
  property?: string | undefined;
}

interface Details<Of extends Fact> extends Partial<Omit<Relation, 'rows' | 'live'>> {
  by?: readonly (string | Key)[];
  metrics: readonly MetricOf<Of>[];
  /** Conditions on the rows, and the columns that they use. */
  where?: { condition: Sql; reads: readonly string[] };
}

const tablesOf = {
  sessions: ['settled_sessions'],
  pageviews: ['settled_pageviews'],
  events: ['settled_events'],
  crawls: ['settled_crawls'],
} as const;

/** Sums that settled tables store for whole units of time, by these columns or some of them. */
interface Kept {
  of: Fact;
  columns: readonly string[];
  metrics: readonly string[];
  unit: 'hour' | 'day';
  /** Set for a separate table; the others are projections (packages/settle/src/tables/definitions.ts). */
  table?: { name: SettledTableName; rows(from: SumsFrom): Sql };
}

const ofPages = ['views', 'first_views', 'words', 'focus_time_ms', 'scroll_depth', 'views_by_depth'];
const ofCrawls = ['requests', 'errors', 'verified', 'verifiable'];
const kept: readonly Kept[] = [
  { of: 'sessions', columns: ['country', 'region', 'city'], metrics: ['visits'], unit: 'hour' },
  { of: 'sessions', columns: ['browser', 'os', 'device_type'], metrics: ['visits'], unit: 'hour' },
  {
    of: 'sessions',
    columns: ['source', 'medium'],
    metrics: ['visits', 'visitors', 'bounces'],
    unit: 'day',
    table: { name: 'settled_sources', rows: (from) => from.sources() },
  },
  { of: 'pageviews', columns: ['site_id', 'page_path'], metrics: ofPages, unit: 'day' },
  {
    of: 'pageviews',
    columns: ['page_path', 'next_page'],
    metrics: ['views', 'first_views', 'entries'],
    unit: 'day',
  },
  {
    of: 'crawls',
    columns: ['class', 'name', 'operator', 'purpose'],
    metrics: [...ofCrawls, 'pages'],
    unit: 'day',
  },
  { of: 'crawls', columns: ['class', 'page_path'], metrics: ofCrawls, unit: 'day' },
  { of: 'events', columns: ['event', 'currency'], metrics: ['events', 'amount'], unit: 'day' },
];

/** Sums of rows of a fact. Stored sums serve whole units. */
export function sumsOf<Of extends Fact>(of: Of, details: Details<Of>): Relation {
  const { by = [], metrics: asked, where, ...rest } = details;
  const keys = by.map((key): Key => (typeof key === 'string' ? { as: key, column: key } : key));
  const known: Readonly<Record<string, Metric>> = metrics[of];
  const chosen = asked.map((name) => ({ name, part: '', reads: [], ...known[name] }));
  const stored = chosen.map((metric) => ({ ...metric, ...metric.stored }));
  const time = timeOf[of];
  const readBy = (sums: readonly Metric[]) => {
    const ofKeys = keys.map(({ column }) => (['bucket', 'hour'].includes(column) ? time : column));
    return [...new Set([...ofKeys, ...sums.flatMap((metric) => metric.reads), ...(where?.reads ?? [])])];
  };
  const named = (key: Key, about: About) => keySql(key, time, about);
  const names = keys.map(({ as }) => as);
  const sums = keptOf(of, { columns: keys.map(({ column }) => column), where: where?.reads ?? [], asked });
  const ofTable = sums?.table;
  const grouped = (from: From, sums: readonly (Metric & { name: string })[]) => {
    const columns = readBy(sums);
    return sql`
select
    ${join([...keys.map((key) => named(key, from.about)), ...sums.map(({ name, part }) => raw(`${part} as ${name}`))], ',\n')}
from ${from[of](columns.length > 0 ? columns : ['session_hour'])}
${where ? sql`where ${where.condition}` : empty}
${raw(names.length > 0 ? `group by ${names.join(', ')}` : '')}`;
  };
  return {
    tables: settledWith(readBy(chosen), ofTable ? [...tablesOf[of], ofTable.name] : tablesOf[of]),
    ...(sums && {
      sums: {
        by: sums.unit,
        ...(ofTable && {
          rows: (from) => sql`
select
    ${join([...keys.map((key) => named(key, from.about)), ...asked.map((name) => raw(`${ofTable.name}.${name} as ${name}`))], ',\n')}
from ${ofTable.rows(from)}`,
        }),
        ...(chosen.some((metric) => metric.stored) && { rows: (from) => grouped(from, stored) }),
      },
    }),
    ...(asked.some((name) => name === 'first_views') && { countsFirstViews: true }),
    ...rest,
    rows: (from) => grouped(from, chosen),
  };
}

/** Sums by the report's buckets. Stored sums serve units that are within one. */
export function bucketSums<Of extends Fact>(of: Of, unit: 'hour' | 'day', details: Details<Of>): Relation {
  const by = (column: string) => sumsOf(of, { ...details, by: [{ as: 'bucket', column }] });
  return { ...by('bucket'), sums: { by: unit, bucketed: true, rows: by(unit).rows } };
}

/** A key under its name. @param time the column that decides the bucket of a row */
export function keySql({ as, column, property }: Key, time: string, about: About): Sql {
  if (column === 'bucket') return sql`${bucketOf(about, milliseconds(time))} as ${raw(as)}`;
  if (column === 'hour')
    return sql`${bucketOf(about, millisecondsOf(`toStartOfHour(${time})`))} as ${raw(as)}`;
  if (column === 'day') return sql`${bucketOfDay(about)} as ${raw(as)}`;
  if (property !== undefined) return sql`${raw(column)}[${text(property)}] as ${raw(as)}`;
  return raw(as === column ? as : `${column} as ${as}`);
}

/** Rows of a fact with their keys and further columns, not added up. @param where a condition on the columns of the keys */
export function rowsBy(of: Fact, keys: readonly Key[], columns: readonly string[], where = empty): Relation {
  const own = keys.map(({ column }) => (column === 'bucket' ? timeOf[of] : column));
  const reads = [...new Set([...own, ...columns])];
  const listed = [...new Set(columns)].map(raw);
  return {
    tables: settledWith(reads, tablesOf[of]),
    rows: (from) => sql`
select
    ${join(keys.length + listed.length > 0 ? [...keys.map((key) => keySql(key, timeOf[of], from.about)), ...listed] : [raw('session_hour')], ',\n')}
from ${from[of](reads.length > 0 ? reads : ['session_hour'])}
${where}`,
  };
}

/** The sums stored by all of these columns. Totals have a relation of their own. */
function keptOf(
  of: Fact,
  { columns, where, asked }: Record<'columns' | 'where' | 'asked', readonly string[]>,
): Kept | undefined {
  const read = [...columns, ...where];
  if (read.length === 0) return undefined;
  return kept.find(
    (one) =>
      one.of === of &&
      read.every((column) => one.columns.includes(column)) &&
      asked.every((metric) => one.metrics.includes(metric)) &&
      (one.table === undefined || where.length === 0),
  );
}
