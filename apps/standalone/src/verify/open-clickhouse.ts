import type { ClickHouseClient } from '@clickhouse/client';
import { type Connection, createClickHouse } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';

/** Connects to ClickHouse, and checks that it answers and has the tables. @throws an Error that says what to do */
export async function openClickHouse(connection: Connection, logger: Logger): Promise<ClickHouseClient> {
  // An export of everything may take long.
  const client = createClickHouse(connection, logger, { silenceMs: 3_600_000 });
  try {
    const found = await client.query({ query: 'exists table dead_letters', format: 'TabSeparated' });
    if ((await found.text()).trim() === '1') return client;
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `ClickHouse at ${new URL(connection.url).host} cannot be reached: ${reason}\n` +
        'Start the service with npm start, with the same DATA_DIR and CLICKHOUSE_HTTP_PORT, or set CLICKHOUSE_URL.',
    );
  }
  await client.close();
  throw new Error(`The database ${connection.database} lacks tables: run npm run migrate first.`);
}
