import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, patienceOfBackups } from '@tallyhouse/clickhouse';
import { openClickHouse } from '@tallyhouse/cluster';
import type { Logger } from '@tallyhouse/service';
import type { FoundServer } from '../find-clickhouse.ts';

export interface Store extends FoundServer {
  client: ClickHouseClient;
}

/** @throws an Error with a remedy */
export async function openStores(servers: readonly FoundServer[], logger: Logger): Promise<Store[]> {
  return Promise.all(
    servers.map(async (server) => {
      // Shards have been compared with each other.
      const open = server.shard === undefined ? openClickHouse : createClickHouse;
      return { ...server, client: await open(server.connection, logger, patienceOfBackups) };
    }),
  );
}
