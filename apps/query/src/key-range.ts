import { sqlTime } from '@tallyhouse/clickhouse';
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
const minute = 60_000;

/** `DateTime` ends in the year 2106. */
export const lastSlot = Date.UTC(2106, 0, 1);

/** Begin of a slot, for `DateTime('UTC')`. */
export function sqlSlot(at: number): string {
  return sqlTime(Math.min(Math.max(at, 0), lastSlot)).slice(0, 19);
}

/**
 * The hours of ids (`entered_hour`, `session_hour`) between which the rows of a range lie. Ingest sees to it that the time
 * inside an id is at most 24 h before and 10 min after that of its pings; the hour is rounded down, hence the 25th.
 * Tables are sorted by these hours: a report filters on them so that few rows are read, and on the exact time as well.
 */
function keyRange({ start, end }: Range): Range {
  return { start: start - 25 * hour, end: end + 10 * minute };
}
