import { sqlTime } from '@tallyhouse/clickhouse';
import { idAge, idLead } from '@tallyhouse/ping';
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

const hour = 3_600_000;

/** `DateTime` ends in the year 2106. */
export const lastSlot = Date.UTC(2106, 0, 1);

/** A time of whole seconds, for `DateTime('UTC')`. */
export function sqlSlot(at: number): string {
  return sqlTime(Math.min(Math.max(at, 0), lastSlot)).slice(0, 19);
}

/** The UTC day of a time, for `Date`. */
export const sqlDate = (at: number) => sqlSlot(at).slice(0, 10);

/**
 * The hours of ids (`session_hour`) between which the rows of a range lie: ingest sees to it that the time inside an id is at
 * most `idAge` before and `idLead` after that of its pings, and the hour is rounded down. Tables are sorted by these hours: a
 * report filters on them so that few rows are read, and on the exact time as well.
 */
export function keyRange({ start, end }: Range): Range {
  return { start: start - idAge - hour, end: end + idLead };
}
