import { join, parameter, raw, type Sql, sql } from '@tallyhouse/sql';
import type { About } from '../about.ts';
import { type Fact, type Metric, type MetricOf, metrics } from '../metrics.ts';
import type { From, Relation } from '../relation.ts';

/** The starts of the report's buckets. */
export const startsOf = ({ bucketStarts }: About): Sql => parameter(bucketStarts, 'Array(Int64)');

/** The start of the report's bucket that a time lies in, milliseconds since 1970. @param milliseconds SQL of the time */
export const bucketOf = (about: About, milliseconds: Sql): Sql =>
  sql`roundDown(${milliseconds}, ${startsOf(about)})`;

/** The same of a stored day, as projections by day have no times. */
export const bucketOfDay = (about: About): Sql =>
  bucketOf(about, raw("toInt64(toUnixTimestamp(toDateTime(day, 'UTC'))) * 1000"));

export const milliseconds = (column: string): Sql => raw(`toUnixTimestamp64Milli(${column})`);

/** The time that decides to which bucket a row belongs. */
const timeOf = { sessions: 'first_seen_at', pageviews: 'entered_at', events: 'occurred_at' } as const;

interface Details<Of extends Fact> extends Partial<Omit<Relation, 'rows' | 'live'>> {
  /** By these columns; `bucket` is the one of the report. */
  by?: readonly string[];
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
  const { by = [], metrics: asked, where, ...rest } = details;
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
        column === 'bucket' ? sql`${bucketOf(from.about, milliseconds(time))} as bucket` : raw(column),
      );
      const values = chosen.map(({ name, part }) => raw(`${part} as ${name}`));
      return sql`
select
    ${join([...keys, ...values], ',\n')}
from ${rowsOf(from, of, [...reads])}
${where ? sql`where ${where.condition}` : raw('')}
${raw(by.length > 0 ? `group by ${by.join(', ')}` : '')}`;
    },
  };
}

function rowsOf(from: From, of: Fact, columns: readonly string[]): Sql {
  return of === 'sessions' ? from.sessions(...columns) : from[of](columns);
}
