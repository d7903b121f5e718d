import type { Logger } from '@tallyhouse/service';
import type { z } from 'zod';
import { findServer, type serverSettings } from './find-server.ts';
import { openClickHouse } from './open-clickhouse.ts';
import { shardsOf } from './shard-addresses.ts';
import { openShards, type Servers, singleServer } from './shards/servers.ts';

/**
 * Connects a command to all servers that store pings: the shards of CLICKHOUSE_SHARDS, or the one of `findServer`.
 * @param partitions of the log's topic; undefined: not compared with the map
 * @throws an Error with a remedy
 */
export async function findServers(
  settings: z.output<z.ZodObject<typeof serverSettings>>,
  logger: Logger,
  partitions?: number,
): Promise<Servers> {
  if (settings.CLICKHOUSE_SHARDS === undefined) {
    return singleServer(await openClickHouse(await findServer(settings), logger));
  }
  // Shards have addresses of their own.
  return openShards(shardsOf({ ...settings, CLICKHOUSE_URL: '' }), partitions, logger);
}
