import { sql } from '@tallyhouse/sql';

export const readTables = sql`select 1 from pageviews, sessions, visitors limit 0`;
