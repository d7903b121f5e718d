import { idAge, idLead } from '@tallyhouse/ping';
import { computed, empty, final, join, raw, type Sql, second, sql, time } from '@tallyhouse/sql';
import { computedColumns } from './columns.ts';

export interface Window {
  /** `site_id, ` for rows of several sites, empty for one: fewer columns are compared faster. */
  site: Sql;
  /** Limits `site_id` and `session_hour` (and perhaps `session_id`), the key of the tables, to sessions that may have rows in the window. */
  key: Sql;
  /** Whether the key names few sessions: other columns are then read of these alone, before rows are merged. */
  few?: boolean;
  /** The condition that a time is in the window. @param time a column */
  at(time: string): Sql;
  /** Further conditions on the rows, each with a leading `and`. */
  where?: Sql;
}

/** The condition on the key, before others. It is alike for all rows that `final` merges into one, so few may be chosen before. */
export const nearKey = ({ key, few }: Pick<Window, 'key' | 'few'>): Sql =>
  few ? sql`prewhere ${key} where true` : sql`where ${key}`;

/** Limits a computed column, which is empty for an event without a session. */
export type RowsOf = 'sessions' | 'events';

/** The SQL of a column: its name, or its computation. */
export function columnSql(column: string, of?: RowsOf): Sql {
  const found = computedColumns.get(column);
  if (found === undefined) return raw(column);
  const own = computed(column, found.usual);
  return of === 'events' ? sql`if(empty(session_id), '', ${own})` : own;
}

/** Columns, and the ones from which they are computed. */
export const withReads = (columns: readonly string[]): readonly string[] =>
  columns.flatMap((column) => [column, ...(computedColumns.get(column)?.reads ?? [])]);

/** Columns by name, including some that no table has: computed ones, and `session`, the identity of a row's session among the requested sites. */
export const columnList = (columns: readonly string[], { site }: Pick<Window, 'site'>, of?: RowsOf): Sql =>
  join(
    columns.map((column) => {
      if (column === 'session') return sql`(${site}session_id) as session`;
      return computedColumns.has(column) ? sql`${columnSql(column, of)} as ${raw(column)}` : raw(column);
    }),
    ',\n',
  );

/** The rows of a table that are in the window. @param time the column that decides it */
export const rowsIn = (name: string, time: string, columns: readonly string[], window: Window): Sql => sql`
select
    ${columnList(columns, window)}
from ${final(name)}
${nearKey(window)}
  and ${window.at(time)}
  ${window.where ?? empty}`;

/** A day, with all rows of all sites. */
export interface DayWindow extends Window {
  /** The condition that a group of times has one before the end of the day and one after its start. @param time a column */
  spans(time: string): Sql;
  /** The same, given the first and the last of the times. */
  overlaps(first: string, last: string): Sql;
  /** The condition on the key of events. */
  eventHours: Sql;
}

/** Milliseconds, as is `day`. */
export const hour = 3_600_000;
export const day = 24 * hour;

/**
 * The session hours of all sessions with a ping in a range: ingest ensures that the time in an id is at most `idAge` before and `idLead`
 * after that of its pings. Times are milliseconds since 1970.
 * @returns from, up to but not including
 */
export function sessionHoursOf(range: { from: number; until: number }): { from: number; until: number } {
  // An id's hour begins up to an hour before its time.
  return { from: range.from - idAge - hour, until: range.until + idLead };
}

/** @param range milliseconds since 1970: compared with a DateTime, ClickHouse's minmax index loses a day's last second (seen on 26.7) */
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
