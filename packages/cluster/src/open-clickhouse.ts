import type { ClickHouseClient } from '@clickhouse/client';
import {
  type ClientOptions,
  type Connection,
  createClickHouse,
  hasTable,
  noResponse,
} from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { raw } from '@tallyhouse/sql';
import { ShardError } from './shards/judge.ts';
import { refuseShard } from './shards/servers.ts';

/**
 * Connects a command to the ClickHouse of a service.
 * @throws an Error with a remedy when the server does not respond, lacks the tables, or is one of several shards
 */
export async function openClickHouse(
  connection: Connection,
  logger: Logger,
  options?: ClientOptions,
): Promise<ClickHouseClient> {
  const client = createClickHouse(connection, logger, options);
  try {
    if (await hasTable(client, raw('dead_letters'))) {
      await refuseShard(client);
      return client;
    }
  } catch (error) {
    await client.close();
    throw error instanceof ShardError ? error : noResponse(connection, error);
  }
  await client.close();
  throw new Error(`Tables are missing in the database ${connection.database}: run tallyhouse migrate first.`);
}
