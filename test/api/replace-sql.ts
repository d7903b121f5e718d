import type { ClickHouseClient } from '@clickhouse/client';

/** The look for a restore that has not ended, which is read whole. */
const isLook = ({ query }: { query: string }) => query.startsWith('exists ');

/** Replaces the SQL of a client's queries, for slow, endless and failing ones. Settings and methods stay those of reports and exports. */
export function replaceSql(client: ClickHouseClient, sql: () => string): ClickHouseClient {
  const exec = client.exec.bind(client);
  const query = client.query.bind(client);
  client.exec = ((params: Parameters<typeof exec>[0]) =>
    exec({ ...params, query: sql() })) as typeof client.exec;
  client.query = ((params: Parameters<typeof query>[0]) =>
    query({ ...params, query: isLook(params) ? params.query : sql() })) as typeof client.query;
  return client;
}

export const endless = 'select number, repeat(toString(number), 20) from numbers()';
