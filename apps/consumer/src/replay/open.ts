import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, findServer } from '@tallyhouse/clickhouse';
import { findLog, type Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { ReplayConfig } from './config.ts';

/** The logs of the service: in Kafka, or in DATA_DIR beside the `npm start` that works there. */
export interface Logs {
  log: Log;
  deadLetterLog: Log;
  close(): Promise<void>;
}

/** @throws an Error that says what to do when there is no log */
export function openLogs(config: ReplayConfig, logger: Logger): Logs {
  const log = findLog(config, 'log', logger);
  const deadLetterLog = findLog(config, 'dead-letters', logger);
  return {
    log,
    deadLetterLog,
    async close() {
      await Promise.all([log.close(), deadLetterLog.close()]);
    },
  };
}

/** A client of the service's ClickHouse. @throws an Error that says what to do when it does not answer, or lacks tables */
export async function openClickHouse(config: ReplayConfig, logger: Logger): Promise<ClickHouseClient> {
  const connection = await findServer(config);
  const client = createClickHouse(connection, logger);
  try {
    const found = await client.query({ query: 'exists table dead_letters', format: 'TabSeparated' });
    if ((await found.text()).trim() === '1') return client;
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `ClickHouse does not answer at ${new URL(connection.url).host} (${reason}). ` +
        (config.CLICKHOUSE_URL === undefined
          ? 'Start the service with npm start, with the same DATA_DIR and CLICKHOUSE_HTTP_PORT, or set CLICKHOUSE_URL.'
          : 'See CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.'),
    );
  }
  await client.close();
  throw new Error(`The database ${connection.database} lacks tables: run npm run migrate first.`);
}
