import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, patience } from '@tallyhouse/clickhouse';
import { openClickHouse } from '@tallyhouse/cluster';
import { whileLocked } from '@tallyhouse/deletion';
import type { Logger } from '@tallyhouse/service';
import type { FoundServer } from '../find-clickhouse.ts';

/** A server that is backed up. */
export interface Store extends FoundServer {
  client: ClickHouseClient;
}

/** @throws an Error with a remedy */
export async function openStores(servers: readonly FoundServer[], logger: Logger): Promise<Store[]> {
  return Promise.all(
    servers.map(async (server) => {
      const { shard, connection } = server;
      // Shards were compared with each other.
      const client =
        shard === undefined
          ? await openClickHouse(connection, logger, patience)
          : createClickHouse(connection, logger, patience);
      return { ...server, client };
    }),
  );
}

/** No deletion on any server, in the order of shards like all who lock several. */
export function whileAllLocked<Result>(
  [store, ...others]: readonly Store[],
  work: () => Promise<Result>,
  options: Parameters<typeof whileLocked>[2],
): Promise<Result> {
  if (store === undefined) return work();
  return whileLocked(store.client, () => whileAllLocked(others, work, options), options);
}
