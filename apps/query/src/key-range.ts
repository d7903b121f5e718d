import type { Range } from './range.ts';

const hour = 3_600_000;
const minute = 60_000;

/**
 * The hours of ids (`entered_hour`, `session_hour`) between which the rows of a range lie. Ingest sees to it that the time
 * inside an id is at most 24 h before and 10 min after that of its pings; the hour is rounded down, hence the 25th.
 * Tables are sorted by these hours: a report filters on them so that few rows are read, and on the exact time as well.
 */
export function keyRange({ start, end }: Range): Range {
  return { start: start - 25 * hour, end: end + 10 * minute };
}
