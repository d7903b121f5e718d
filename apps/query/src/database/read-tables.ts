import { sql } from '@tallyhouse/sql';

/** Fails where tables are missing. */
export const readTables = sql`select 1 from pageviews, sessions, visitors limit 0`;
