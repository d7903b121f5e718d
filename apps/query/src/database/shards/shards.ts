import {
  type ClientOptions,
  createClickHouse,
  createDelayCheck,
  createReadClient,
  only,
  type ReadClient,
  select,
  shardsOf,
} from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { type Cluster, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { readTables } from '../read-tables.ts';
import { createUnknownShards } from './unknown-shards.ts';

/** The servers among which the rows are divided. Reports ask one of them, which asks the others. */
export interface Shards extends Cluster {
  /** The shards that CLICKHOUSE_SHARDS names, in its order. */
  each: readonly OneShard[];
  /** Whether reports may leave out shards that cannot be reached. */
  partial: boolean;
  /** The numbers of the shards that were added since the app started: see there. */
  unknown(): Promise<number[]>;
  close(): Promise<void>;
}

interface OneShard {
  /** From 1. */
  number: number;
  /** Reads the rows of this shard alone. */
  client: ReadClient;
  /** Whether each of its replicas can be read, in their order; none when tables are not replicated. */
  replicas: readonly (() => Promise<boolean>)[];
  close(): Promise<void>;
}

type ShardConfig = Parameters<typeof shardsOf>[0] & {
  CLICKHOUSE_CLUSTER: string;
  PARTIAL_REPORTS: boolean;
  MAX_REPLICA_DELAY_SECONDS: number;
};

/** How long a server may take to accept a connection that asks how far it is behind, milliseconds. */
const connectMs = 1000;

const mapSize = sql`select max(shard) as shards from shard_map`;
const shardsOfMap = z.object({ shards: z.number() });

/** @returns undefined without CLICKHOUSE_SHARDS. @throws ConfigError like shardsOf */
export function openShards(config: ShardConfig, logger: Logger, options: ClientOptions): Shards | undefined {
  const isReadable = { maxDelaySeconds: config.MAX_REPLICA_DELAY_SECONDS, tables: readTables };
  const each = shardsOf(config).map(({ number, connections, replication }): OneShard => {
    const readable = replication === undefined ? undefined : isReadable;
    const client = createReadClient(connections, logger, { ...options, readable });
    const replicas = (replication === undefined ? [] : connections).map((connection) =>
      createClickHouse(connection, logger, { ...options, connectMs }),
    );
    const close = async () => void (await Promise.all([client, ...replicas].map((one) => one.close())));
    return { number, client, replicas: replicas.map((one) => createDelayCheck(one, isReadable)), close };
  });
  if (each.length === 0) return undefined;
  return {
    name: config.CLICKHOUSE_CLUSTER,
    database: config.CLICKHOUSE_DATABASE,
    each,
    partial: config.PARTIAL_REPORTS,
    unknown: createUnknownShards(
      each.map(
        ({ client }) =>
          async () =>
            only(await select(client, mapSize, shardsOfMap)).shards,
      ),
    ),
    close: async () => void (await Promise.all(each.map((shard) => shard.close()))),
  };
}
