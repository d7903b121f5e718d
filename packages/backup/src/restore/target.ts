import type { ClickHouseClient } from '@clickhouse/client';
import type { Server, Servers } from '@tallyhouse/cluster';
import { shardOf } from '@tallyhouse/cluster';
import type { FoundServer } from '../find-clickhouse.ts';
import type { Manifest } from '../manifest.ts';
import type { Target } from './database.ts';

export interface TargetServer extends FoundServer {
  connection: Target;
}

export interface Filled extends TargetServer {
  client: ClickHouseClient;
}

/** The same, by itself. */
export const serverOf = ({ name, client }: Filled, shard: number | undefined): Server => ({
  shard,
  name,
  client,
  patient: client,
  ready: async () => {},
});

/** The servers by the map of the backup. They are not compared with it again, because all others refuse them while they are filled. */
export function serversOf(filled: readonly Filled[], { shards }: Manifest): Servers {
  const all = filled.map((one) => serverOf(one, one.shard));
  return {
    all,
    of(partition, offset) {
      const number = shards && shardOf(shards.map, partition, offset);
      const server = all.find(({ shard }) => shard === number);
      if (server === undefined) throw new Error(`there is no shard ${number}`);
      return server;
    },
    has: (partition) => shards === undefined || shards.map.some((entry) => entry.partition === partition),
    close: async () => {},
  };
}
