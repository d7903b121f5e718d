import { raw, render, sql } from '@tallyhouse/sql';

/** The name under which ClickHouse schedules the queries of BI users of the embedded server. */
export const biWorkload = 'bi';

/**
 * Statements that bound the queries of BI users that run at once; further ones wait, within their time limit. Their plans would take time
 * from reports: planning heeds no priority. @param cores of the server
 */
export const schedule = (cores: number): string[] => [
  'create resource if not exists query (query)',
  render(
    sql`create or replace workload ${raw(biWorkload)} settings max_concurrent_queries = ${raw(`${cores}`)}`,
  ).sql,
];
