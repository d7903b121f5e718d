import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, type Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { nameOf } from './judge.ts';
import { serversOf } from './look.ts';
import { hostOf } from './state.ts';

/** One of the servers of the shards: a shard has one, or one for each replica. */
export interface OneServer {
  /** The number of its shard, from 1. */
  shard: number;
  /** For messages, such as `Shard 2 (b:8123)`. */
  name: string;
  client: ClickHouseClient;
}

/**
 * Connects to every server of the shards that gets writes, for what each has of its own: views and users. The caller closes the clients.
 * @param database instead of that of the settings
 */
export const everyServer = (shards: readonly Shard[], logger: Logger, database?: string): OneServer[] =>
  shards.flatMap((shard) =>
    serversOf(shard).map((connection) => ({
      shard: shard.number,
      name: nameOf({ number: shard.number, host: hostOf(connection) }),
      client: createClickHouse(database === undefined ? connection : { ...connection, database }, logger),
    })),
  );
