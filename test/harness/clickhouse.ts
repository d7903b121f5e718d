import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createDatabase, patience } from '@tallyhouse/clickhouse';
import { emptyRow, encodeRow, insertHeader, lineEnd, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { cloneDatabase } from './template.ts';
import { uuid7 } from './uuid7.ts';

const logger = createLogger('test', 'warn');

/**
 * A database of its own for a test file, with the schema and nothing else, on the server that the global set-up
 * provides: a clone of the one that was migrated there.
 */
export async function createTestDatabase() {
  const url = required('TEST_CLICKHOUSE_URL');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase({ url, database }, logger);
  const client = createClickHouse({ url, database }, logger, patience);
  const reader = createClickHouse(
    { url: required('TEST_CLICKHOUSE_READER_URL'), database },
    logger,
    patience,
  );
  await cloneDatabase(client, required('TEST_CLICKHOUSE_TEMPLATE'), database);
  return {
    /** May read and write. */
    client,
    /** What the query app has: may read only. */
    reader,
    database,
    /** The server, with the writer's user and password in it. */
    url,
    async drop() {
      await client.command({ query: 'drop database {database:Identifier} sync', query_params: { database } });
      await Promise.all([client.close(), reader.close()]);
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** The rows of a query. */
export async function rowsOf<Row = unknown>(
  client: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<Row[]> {
  return (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
}

/** Raw pings as they were sent. */
export const storedPings = (
  client: ClickHouseClient,
  where = 'true',
  query_params: Record<string, unknown> = {},
) =>
  rowsOf<PingRow>(
    client,
    `select * except (row_version, log_partition, log_offset) replace (
      toUnixTimestamp64Milli(pinged_at) as pinged_at, toUnixTimestamp64Milli(received_at) as received_at,
      toString(amount) as amount
    ) from pings where ${where}`,
    query_params,
  );

/** A whole row from the parts that a test cares about. */
export function pingRow(parts: Partial<PingRow> & Pick<PingRow, 'pinged_at'>): PingRow {
  return {
    ...emptyRow,
    ping_id: uuid7(parts.pinged_at),
    site_id: 'blog',
    received_at: parts.pinged_at,
    visitor_id: uuid7(parts.pinged_at),
    session_id: uuid7(parts.pinged_at),
    pageview_id: uuid7(parts.pinged_at),
    hostname: 'example.org',
    page_path: '/',
    source: 'Direct',
    medium: 'none',
    ...parts,
  };
}

/** Stores pings as the consumer does: one insert into `pings`, whose views fill the other tables. */
export async function insertPings(
  client: ClickHouseClient,
  pings: readonly (Partial<PingRow> & Pick<PingRow, 'pinged_at'>)[],
): Promise<void> {
  const lines = pings.map((ping, index) => {
    const message = encodeRow(pingRow(ping)).toString();
    return message.slice(0, -1) + lineEnd(0, BigInt(index));
  });
  await client.command({
    query: `insert into pings settings async_insert = 0 format JSONCompactEachRowWithNamesAndTypes\n${insertHeader()}${lines.join('')}`,
  });
}

function required(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests with npm test, whose global set-up starts the servers`,
    );
  return value;
}
