import { sqlSecond, sqlTime } from '@tallyhouse/clickhouse';
import { sessionHoursOf } from '@tallyhouse/settle';
import type { Range } from './range.ts';

/**
 * A range as the query parameters `{start}`, `{end}`, `{key_start}` and `{key_end}`, `DateTime64(3, 'UTC')`.
 */
export function rangeBindings(range: Range) {
  const key = keyRange(range);
  return {
    start: sqlTime(range.start),
    end: sqlTime(range.end),
    key_start: sqlTime(key.start),
    key_end: sqlTime(key.end),
  };
}

/** The UTC day of a time, for `Date`. */
export const sqlDate = (at: number) => sqlSecond(at).slice(0, 10);

/**
 * The hours of ids (`session_hour`) of the rows of a range. Tables are sorted by these hours: a report filters on them, so that
 * few rows are read, and on the exact time as well.
 */
export function keyRange({ start, end }: Range): Range {
  const hours = sessionHoursOf({ from: start, until: end });
  return { start: hours.from, end: hours.until };
}
