import {
  type ClientOptions,
  findServer,
  serverSettings,
  shardsOf,
  shardWriterSettings,
} from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import type { z } from 'zod';
import { openClickHouse } from './open-clickhouse.ts';
import { openShards, type Servers, singleServer } from './shards/servers.ts';

/** Settings of a command that uses all servers that store pings. */
export const serversSettings = { ...serverSettings, ...shardWriterSettings };

/**
 * Connects a command to all servers that store pings: the shards of CLICKHOUSE_SHARDS, or the one of `findServer`.
 * @param partitions of the log's topic; undefined: not compared with the map
 * @throws an Error with a remedy
 */
export async function findServers(
  settings: z.output<z.ZodObject<typeof serversSettings>>,
  logger: Logger,
  partitions?: number,
  options?: ClientOptions,
): Promise<Servers> {
  const shards = shardsOf(settings);
  if (shards.length > 0) return openShards(shards, partitions, logger, options);
  return singleServer(await openClickHouse(await findServer(settings), logger, options));
}
