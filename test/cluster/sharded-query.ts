import { partitionOfKey } from '@tallyhouse/log';
import { keyOf, type PingRow } from '@tallyhouse/ping';
import { startQuery } from '@tallyhouse/query';
import { openReader } from '@tallyhouse/query/addresses';
import { openShards } from '@tallyhouse/query/shards';
import { createLogger } from '@tallyhouse/service';
import { type ListedSites, noKeys } from '@tallyhouse/sites';
import { dashboardFolder, key, now, queryConfig } from '../api/query-service.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import type { TestShards } from './shards.ts';

const logger = createLogger('test', 'error');

interface Options {
  environment?: NodeJS.ProcessEnv;
  /** What a sites file says. */
  listed?: ListedSites;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** The query service over shards, which it asks as a user who may read only. */
export async function serviceOver(
  { shards, cluster, database }: TestShards,
  { environment, listed, clock = () => now }: Options = {},
) {
  const config = queryConfig({
    CLICKHOUSE_SHARDS: shards.map(({ readerUrl }) => readerUrl).join(),
    CLICKHOUSE_CLUSTER: cluster,
    CLICKHOUSE_DATABASE: database,
    // No more than the servers allow.
    QUERY_MAX_MEMORY_MB: '1000',
    ...environment,
  });
  const opened = openShards(config, logger, {});
  const clickhouse = openReader(config, logger, {});
  const service = await startQuery(config, {
    clickhouse,
    shards: opened,
    logger,
    dashboardFolder,
    clock,
    siteFiles: listed && { sites: () => listed, keys: () => noKeys, close() {} },
  });
  return {
    url: service.url,
    /** Any path, with the key. */
    async get(path: string) {
      const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text };
    },
    async stop() {
      await service.close();
      await clickhouse.close();
      await opened?.close();
    },
  };
}

/** Stores each ping where its partition of the log belongs. */
export async function insertOver(
  { shards }: TestShards,
  pings: readonly (Partial<PingRow> & Pick<PingRow, 'pinged_at'>)[],
): Promise<void> {
  const rows = pings.map(pingRow);
  for (const [index, { client }] of shards.entries()) {
    const own = rows.filter((row) => partitionOfKey(keyOf(row), 12) % shards.length === index);
    if (own.length > 0) await insertPings(client, own);
  }
}
