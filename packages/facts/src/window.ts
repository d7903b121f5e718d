import { join, raw, type Sql, sql } from '@tallyhouse/sql';

/** Which rows of a fact are wanted. */
export interface Window {
  /** `site_id, ` where rows are of several sites, and nothing where they are of one: fewer columns are compared faster. */
  site: Sql;
  /** Narrows `site_id` and `session_hour` (and maybe `session_id`), the key of the tables, to sessions that may have rows in the window. */
  key: Sql;
  /** The condition that a time lies in the window. @param time a column */
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
