import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type ClientOptions, type Connection, createClickHouse } from './client.ts';

/**
 * Connects a command to the ClickHouse of a service.
 * @throws an Error with a remedy when the server does not respond, or lacks the tables
 */
export async function openClickHouse(
  connection: Connection,
  logger: Logger,
  options?: ClientOptions,
): Promise<ClickHouseClient> {
  const client = createClickHouse(connection, logger, options);
  try {
    const found = await client.query({ query: 'exists table dead_letters', format: 'TabSeparated' });
    if ((await found.text()).trim() === '1') return client;
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `ClickHouse does not respond at ${new URL(connection.url).host} (${reason}). ` +
        'Start the service with tallyhouse start, with the same DATA_DIR and CLICKHOUSE_HTTP_PORT, or check CLICKHOUSE_URL.',
    );
  }
  await client.close();
  throw new Error(`Tables are missing in the database ${connection.database}: run tallyhouse migrate first.`);
}
