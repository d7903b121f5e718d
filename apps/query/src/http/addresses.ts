import type { ClickHouseClient } from '@clickhouse/client';
import {
  type ClientOptions,
  type Connection,
  connectionOf,
  createReadClient,
  createWriteClient,
  readConnectionsOf,
  shardsOf,
} from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import type { ReadConfig } from '../config.ts';
import { readTables } from '../database/read-tables.ts';

/** The servers for reports, in order of preference. Any shard queries the others. */
function addressesOf(config: ReadConfig): Connection[] {
  const ofShards = shardsOf(config).flatMap(({ connections }) => connections);
  return config.CLICKHOUSE_READ_URL === undefined && ofShards.length > 0
    ? ofShards
    : readConnectionsOf(config);
}

/** Queries the first of these addresses that is reachable and, with replicated tables, not behind. */
export const openReader = (config: ReadConfig, logger: Logger, options: ClientOptions): ClickHouseClient =>
  createReadClient(addressesOf(config), logger, {
    ...options,
    readable: config.CLICKHOUSE_REPLICATED
      ? { maxDelaySeconds: config.MAX_REPLICA_DELAY_SECONDS, tables: readTables }
      : undefined,
  });

/** Writes to the server that is read from, or to the first shard: annotations are there. */
export function openWriter(config: ReadConfig, logger: Logger, options: ClientOptions): ClickHouseClient {
  const [first] = shardsOf(config);
  const [read = connectionOf(config), ...others] = readConnectionsOf(config);
  const connections: [Connection, ...Connection[]] = first?.connections ?? [read, ...others];
  return createWriteClient(connections, logger, { ...options, replication: first?.replication });
}
