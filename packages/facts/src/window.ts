import { join, raw, type Sql, second, sql, time } from '@tallyhouse/sql';

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

/** Columns by name, and `session`: what identifies the session of a row among those of all sites asked for. */
export const columnList = (columns: readonly string[], { site }: Pick<Window, 'site'>): Sql =>
  join(
    columns.map((column) => (column === 'session' ? sql`(${site}session_id) as session` : raw(column))),
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

/**
 * @param day its limits in milliseconds since 1970: ClickHouse's minmax index loses the last second of a day that is compared with
 *   a DateTime (seen on 26.7)
 * @param hours the session hours that can affect the day, up to but not including the last
 */
export function dayWindow(
  day: { from: number; until: number },
  hours: { from: number; until: number },
): DayWindow {
  const [from, until] = [time(day.from), time(day.until)];
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
