import { createClickHouse } from '@tallyhouse/clickhouse';
import { partitionOfKey } from '@tallyhouse/log';
import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { type ListedSites, noKeys } from '@tallyhouse/sites';
import { openShards } from '../../apps/query/src/shards/shards.ts';
import { startQuery } from '../../apps/query/src/start.ts';
import { dashboardFolder, key, now, queryConfig } from '../api/query-service.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import { startShards } from './shards.ts';

const logger = createLogger('test', 'error');

/** The query service over two servers, which it asks as a user who may read only. */
export async function startShardedQuery(
  environment: NodeJS.ProcessEnv = {},
  listed?: ListedSites,
  clock = () => now,
) {
  const { shards, cluster, database, stop } = await startShards(2);
  const readers = shards.map(({ readerUrl }) => createClickHouse({ url: readerUrl, database }, logger));
  const config = queryConfig({
    CLICKHOUSE_SHARDS: shards.map(({ readerUrl }) => readerUrl).join(),
    CLICKHOUSE_CLUSTER: cluster,
    CLICKHOUSE_DATABASE: database,
    // No more than the servers allow.
    QUERY_MAX_MEMORY_MB: '1000',
    ...environment,
  });
  const opened = openShards(config, logger, {});
  const [asked] = readers;
  if (!asked || !opened) throw new Error('there are two shards');
  const service = await startQuery(config, {
    clickhouse: asked,
    shards: opened,
    logger,
    dashboardFolder,
    clock,
    siteFiles: listed && { sites: () => listed, keys: () => noKeys, close() {} },
  });
  return {
    url: service.url,
    shards,
    clients: shards.map(({ client }) => client),
    readers,
    /** Stores each ping where its partition of the log belongs. */
    async insert(pings: readonly (Partial<PingRow> & Pick<PingRow, 'pinged_at'>)[]) {
      const rows = pings.map(pingRow);
      for (const [index, { client }] of shards.entries()) {
        const own = rows.filter((row) => partitionOfKey(keyOf(row), 12) % shards.length === index);
        if (own.length > 0) await insertPings(client, own);
      }
    },
    /** A report, requested with the key. */
    async get(path: string) {
      const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text };
    },
    async stop() {
      await service.close();
      await opened.close();
      await Promise.all(readers.map((reader) => reader.close()));
      await stop();
    },
  };
}

function keyOf({ site_id, session_id, event_id, ping_id }: PingRow): string {
  if (session_id !== emptyRow.session_id) return session_id;
  return event_id === '' ? ping_id : `${site_id} ${event_id}`;
}
