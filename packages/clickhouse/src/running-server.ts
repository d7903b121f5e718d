import type { Logger } from '@tallyhouse/service';
import { type Connection, createClickHouse } from './client.ts';
import { findServer, type ServerConfig } from './find-server.ts';

/** The ClickHouse of a running service of DATA_DIR, as its writer; undefined when none responds at CLICKHOUSE_HTTP_PORT. */
export async function runningServer(config: ServerConfig, logger: Logger): Promise<Connection | undefined> {
  // An embedded server has passwords from its first start on.
  const connection = await findServer(config).catch(() => undefined);
  if (connection === undefined || config.CLICKHOUSE_HTTP_PORT === 0) return undefined;
  return (await answers({ ...connection, database: 'default' }, logger)) ? connection : undefined;
}

/** Whether a server accepts this user, and responds. */
export async function answers(connection: Connection, logger: Logger): Promise<boolean> {
  await using client = createClickHouse(connection, logger);
  try {
    await client.command({ query: 'select 1' });
    return true;
  } catch {
    return false;
  }
}

/** The error for a running service whose ClickHouse was not found. */
export const serverNotFound = (config: ServerConfig): Error =>
  new Error(
    `The service of ${config.DATA_DIR} is running, but its ClickHouse does not answer at port ${config.CLICKHOUSE_HTTP_PORT}. ` +
      'Set CLICKHOUSE_HTTP_PORT to the port that the service has; it prints its address at the start.',
  );
