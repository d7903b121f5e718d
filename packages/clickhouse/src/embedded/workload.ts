import { raw, render, sql } from '@tallyhouse/sql';

/** The name under which ClickHouse schedules the queries of BI users of the embedded server. */
export const biWorkload = 'bi';

/**
 * Statements that bound the queries of BI users that run at once, to one for two cores; further ones wait, within their time limit. Their plans
 * would take time from reports: planning heeds no priority. They replace what an earlier start stored, which ClickHouse keeps but does not
 * read. @param cores of the server
 */
export function schedule(cores: number): string[] {
  const atOnce = Math.max(1, Math.floor(cores / 2));
  return [
    sql`create or replace resource query (query)`,
    sql`create or replace workload ${raw(biWorkload)} settings max_concurrent_queries = ${raw(`${atOnce}`)}`,
  ].map((statement) => render(statement).sql);
}
