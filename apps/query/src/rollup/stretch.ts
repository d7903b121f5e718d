import { z } from 'zod';
import { sqlSlot } from '../key-range.ts';
import type { Statement } from '../question.ts';
import type { Range } from '../range.ts';
import type { Rolled, SlotLength, SourceName } from './sources.ts';
import stretchSql from './stretch.sql';

/** Where in a range a source comes from its rollup; undefined where it nowhere does. */
export type Stretch = { rolled: Rolled; range: Range } | undefined;

/** Of each of a report's sources. */
export type Stretches = Readonly<Partial<Record<SourceName, Stretch>>>;

const hour = 3_600_000;
const minute = 60_000;

/** What stretchStatement selects. */
export const touchedHour = z.object({ hour: z.number() });

/**
 * Asks which hours of a range a rollup cannot be trusted with. A query of its own: the two times that come of it make the
 * report's query short, where as a subquery of it they were worked out anew wherever they were used.
 * It takes `{site_id}`. Ranges of the same hours make the same statement.
 */
export function stretchStatement({ tables, touched }: Rolled, { start, end }: Range): Statement {
  const of = (table: string) => `select slot as day, complete_until from ${table} where site_id = ''`;
  const marks =
    tables.length === 1
      ? tables.map(of).join()
      : `select day, min(complete_until) as complete_until from (${tables.map(of).join(' union all ')})
    group by day having count() = ${tables.length}`;
  return {
    sql: stretchSql.replace('/* touched */', touched).replace('/* marks */', marks),
    values: {
      hour_of_start: sqlSlot(Math.floor(start / hour) * hour),
      hour_after_end: sqlSlot(Math.ceil(end / hour) * hour),
    },
  };
}

/**
 * The longest stretch of a range between the hours that a rollup cannot be trusted with.
 * @param lengths of the rollup's slots, minutes
 * @param untrusted begins of hours, seconds since 1970, in order
 */
export function longestStretch(
  lengths: readonly SlotLength[],
  range: Range,
  untrusted: readonly number[],
): Range | undefined {
  const length = lengths.length === 0 ? 1 : Math.min(...lengths) * minute;
  const first = Math.ceil(range.start / length) * length;
  const last = Math.floor(range.end / length) * length;
  const begins = [first, ...untrusted.map((begin) => begin * 1000 + hour)];
  const ends = [...untrusted.map((begin) => begin * 1000), last];
  let longest: Range = { start: 0, end: 0 };
  for (const [place, start] of begins.entries()) {
    const end = ends[place] ?? last;
    if (end - start > longest.end - longest.start) longest = { start, end };
  }
  return longest.end > longest.start ? longest : undefined;
}
