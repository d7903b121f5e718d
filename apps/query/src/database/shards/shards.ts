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
import { refusingUnfinished } from '../unfinished.ts';
import { createUnknownShards } from './unknown-shards.ts';

/** The servers among which the rows are divided. Reports query one of them, which queries the others. */
export interface Shards extends Cluster {
  each: readonly OneShard[];
  /** Whether reports may leave out unreachable shards. */
  partial: boolean;
  /** Numbers of the shards added since the app started (unknown-shards.ts). */
  unknown(): Promise<number[]>;
  close(): Promise<void>;
}

interface OneShard {
  /** From 1. */
  number: number;
  /** Reads only the rows of this shard. */
  client: ReadClient;
  /** Whether each of its replicas can be read, in order; empty when tables are not replicated. */
  replicas: readonly (() => Promise<boolean>)[];
  close(): Promise<void>;
}

type ShardConfig = Parameters<typeof shardsOf>[0] & {
  CLICKHOUSE_CLUSTER: string;
  PARTIAL_REPORTS: boolean;
  MAX_REPLICA_DELAY_SECONDS: number;
};

/** Milliseconds that a server has to accept the connection that asks for its lag. */
const connectMs = 1000;

const mapSize = sql`select max(shard) as shards from shard_map`;
const shardsOfMap = z.object({ shards: z.number() });

const mappedShards = async ({ client }: OneShard) => only(await select(client, mapSize, shardsOfMap)).shards;

/** @returns undefined without CLICKHOUSE_SHARDS. @throws ConfigError like shardsOf */
export function openShards(config: ShardConfig, logger: Logger, options: ClientOptions): Shards | undefined {
  const isReadable = { maxDelaySeconds: config.MAX_REPLICA_DELAY_SECONDS, tables: readTables };
  const each = shardsOf(config).map(({ number, connections, replication }): OneShard => {
    const readable = replication === undefined ? undefined : isReadable;
    const client = refusingUnfinished(createReadClient(connections, logger, { ...options, readable }));
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
    unknown: createUnknownShards(each.map((shard) => () => mappedShards(shard))),
    close: async () => void (await Promise.all(each.map((shard) => shard.close()))),
  };
}
