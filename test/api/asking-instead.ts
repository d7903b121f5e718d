import type { ClickHouseClient } from '@clickhouse/client';

/**
 * Makes a client run other SQL than it is told to, with the same settings, by the ways that reports and exports take: for
 * queries that are slow, endless or broken, which are hard to come by.
 */
export function askingInstead(client: ClickHouseClient, sql: () => string): ClickHouseClient {
  const exec = client.exec.bind(client);
  const query = client.query.bind(client);
  client.exec = ((params: Parameters<typeof exec>[0]) =>
    exec({ ...params, query: sql() })) as typeof client.exec;
  client.query = ((params: Parameters<typeof query>[0]) =>
    query({ ...params, query: sql() })) as typeof client.query;
  return client;
}
