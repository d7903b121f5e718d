import { idAge, idLead } from '@tallyhouse/ping';
import { computed, join, raw, type Sql, second, sql, time } from '@tallyhouse/sql';
import { computedColumns } from './columns.ts';

/** Which rows of a fact are wanted. */
export interface Window {
  /** `site_id, ` where rows are of several sites, and nothing where they are of one: fewer columns are compared faster. */
  site: Sql;
  /** Narrows `site_id` and `session_hour` (and maybe `session_id`), the key of the tables, to sessions that may have rows in the window. */
  key: Sql;
  /** The condition that a time is in the window. @param time a column */
  at(time: string): Sql;
  /** Further conditions on the columns of the rows, `and` before each. */
  where?: Sql;
}

/** The rows that a computed column is of: it is empty for an event without a session. */
export type RowsOf = 'sessions' | 'events';

/** A column as SQL: its name, or what it is computed of. */
export function columnSql(column: string, of?: RowsOf): Sql {
  const found = computedColumns.get(column);
  if (found === undefined) return raw(column);
  const own = computed(column, found.usual);
  return of === 'events' ? sql`if(empty(session_id), '', ${own})` : own;
}

/** Columns, and those that they are computed of. */
export const withReads = (columns: readonly string[]): readonly string[] =>
  columns.flatMap((column) => [column, ...(computedColumns.get(column)?.reads ?? [])]);

/**
 * Columns by name, among them those that no table has: `session`, what identifies the session of a row among those of all sites asked for,
 * and computed ones.
 */
export const columnList = (columns: readonly string[], { site }: Pick<Window, 'site'>, of?: RowsOf): Sql =>
  join(
    columns.map((column) => {
      if (column === 'session') return sql`(${site}session_id) as session`;
      return computedColumns.has(column) ? sql`${columnSql(column, of)} as ${raw(column)}` : raw(column);
    }),
    ',\n',
  );

/** A day of which all rows of all sites are wanted. */
export interface DayWindow extends Window {
  /** The condition that a group of times has some before the end of the day, and some after its start. @param time a column */
  spans(time: string): Sql;
  /** The same of the first and last of such times. */
  overlaps(first: string, last: string): Sql;
  /** The condition on the key of events. */
  eventHours: Sql;
}

const hour = 3_600_000;
export const day = 24 * hour;

/**
 * The session hours of all sessions with a ping in a range: ingest ensures that the time inside an id is at most `idAge`
 * before and `idLead` after that of its pings. Times are milliseconds since 1970.
 * @returns from, up to but not including
 */
export function sessionHoursOf(range: { from: number; until: number }): { from: number; until: number } {
  // The hour of an id starts up to an hour before its time.
  return { from: range.from - idAge - hour, until: range.until + idLead };
}

/**
 * @param range the limits of the day in milliseconds since 1970: ClickHouse's minmax index loses the last second of a day that is
 *   compared with a DateTime (seen on 26.7)
 */
export function dayWindow(range: { from: number; until: number }): DayWindow {
  const [from, until] = [time(range.from), time(range.until)];
  const hours = sessionHoursOf(range);
  const at = (column: string) => sql`${raw(column)} >= ${from} and ${raw(column)} < ${until}`;
  return {
    site: raw('site_id, '),
    key: sql`session_hour >= ${second(hours.from)} and session_hour < ${second(hours.until)}`,
    at,
    spans: (column) => sql`max(${raw(column)}) >= ${from} and min(${raw(column)}) < ${until}`,
    overlaps: (first, last) => sql`${raw(last)} >= ${from} and ${raw(first)} < ${until}`,
    eventHours: at('event_hour'),
  };
}
