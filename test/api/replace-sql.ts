import type { ClickHouseClient } from '@clickhouse/client';

/**
 * Replaces the SQL of a client's queries, with the same settings and by the methods that reports and exports use: for slow,
 * endless and failing queries.
 */
export function replaceSql(client: ClickHouseClient, sql: () => string): ClickHouseClient {
  const exec = client.exec.bind(client);
  const query = client.query.bind(client);
  client.exec = ((params: Parameters<typeof exec>[0]) =>
    exec({ ...params, query: sql() })) as typeof client.exec;
  client.query = ((params: Parameters<typeof query>[0]) =>
    query({ ...params, query: sql() })) as typeof client.query;
  return client;
}

/** Rows without an end. */
export const endless = 'select number, repeat(toString(number), 20) from numbers()';
