/** Metrics: how rows of a fact add up. A relation has partial sums (`part`) by key; a report adds these up (`whole`). */

import { join, parameter, raw, type Sql, sql } from '@tallyhouse/sql';
import type { About } from './about.ts';
import type { From, Relation } from './relation.ts';

export type Fact = 'sessions' | 'pageviews' | 'events';

interface Metric {
  /** Over rows of the fact. */
  part: string;
  /** The columns that it reads. */
  reads: readonly string[];
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
    visitors: {
      part: 'uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))',
      reads: ['visitor_id'],
    },
    amount: { part: 'sum(event_rows.amount)', reads: ['amount'] },
  },
} as const satisfies Record<Fact, Record<string, Metric>>;

type MetricOf<Of extends Fact> = keyof (typeof metrics)[Of] & string;

/** A state without visitors, for rows that have none. */
export const noVisitors = raw("arrayReduce('uniqCombined64State(17)', []::Array(UUID))");

/**
 * The number of visitors in a state. Up to 4,095 are exact, and larger numbers the same estimate in every report
 * (docs/decisions/0043-one-measure-of-visitors.md).
 */
export const distinctIn = (state: Sql): Sql =>
  sql`arrayReduce('uniqCombined64Merge(17)', [${state}, ${state}])`;

/** The starts of the report's buckets. */
export const startsOf = ({ bucketStarts }: About): Sql => parameter(bucketStarts, 'Array(Int64)');

/** The start of the report's bucket that has a time, milliseconds since 1970. @param milliseconds SQL of the time */
export const bucketOf = (about: About, milliseconds: Sql): Sql =>
  about.bucketStarts.length === 1
    ? parameter(about.bucketStarts[0], 'Int64')
    : sql`roundDown(${milliseconds}, ${startsOf(about)})`;

/** The same of a stored day, as projections by day have no times. */
export const bucketOfDay = (about: About): Sql =>
  bucketOf(about, raw("toInt64(toUnixTimestamp(toDateTime(day, 'UTC'))) * 1000"));

export const milliseconds = (column: string): Sql => raw(`toUnixTimestamp64Milli(${column})`);

/** The time that decides to which bucket a row belongs. */
const timeOf = { sessions: 'first_seen_at', pageviews: 'entered_at', events: 'occurred_at' } as const;

interface Details<Of extends Fact> extends Partial<Omit<Relation, 'rows' | 'live'>> {
  /** By these columns; `bucket` is the one of the report. */
  by?: readonly string[];
  /** The name of the column, if there is one. */
  as?: string;
  metrics: readonly MetricOf<Of>[];
  /** Conditions on the rows, and the columns that they read. */
  where?: { condition: Sql; reads: readonly string[] };
}

const tablesOf = {
  sessions: ['settled_sessions'],
  pageviews: ['settled_pageviews'],
  events: ['settled_events'],
} as const;

/** Sums of rows of a fact. */
export function sumsOf<Of extends Fact>(of: Of, details: Details<Of>): Relation {
  const { by = [], as, metrics: asked, where, ...rest } = details;
  const known: Readonly<Record<string, Metric>> = metrics[of];
  const chosen = asked.map((name) => ({ name, part: '', reads: [], ...known[name] }));
  const time = timeOf[of];
  const reads = new Set([
    ...by.map((column) => (column === 'bucket' ? time : column)),
    ...chosen.flatMap((metric) => metric.reads),
    ...(where?.reads ?? []),
  ]);
  return {
    tables: tablesOf[of],
    ...rest,
    rows(from) {
      const keys = by.map((column) =>
        column === 'bucket'
          ? sql`${bucketOf(from.about, milliseconds(time))} as bucket`
          : raw(as ? `${column} as ${as}` : column),
      );
      const values = chosen.map(({ name, part }) => raw(`${part} as ${name}`));
      return sql`
select
    ${join([...keys, ...values], ',\n')}
from ${rowsOf(from, of, [...reads])}
${where ? sql`where ${where.condition}` : raw('')}
${raw(by.length > 0 ? `group by ${as ?? by.join(', ')}` : '')}`;
    },
  };
}

function rowsOf(from: From, of: Fact, columns: readonly string[]): Sql {
  return of === 'sessions' ? from.sessions(...columns) : from[of](columns);
}
