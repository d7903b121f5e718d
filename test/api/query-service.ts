import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { type ListedSites, noKeys } from '@tallyhouse/sites';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { asksOnce } from '../harness/shared/asks-once.ts';
import { caller } from './caller.ts';
import { now } from './present.ts';
import { dashboardFolder, queryConfig } from './query-config.ts';
import { replaceSql } from './replace-sql.ts';

export { hoursAgo, key, now, visit } from './present.ts';
export { forAllTests, forEachTest } from './shared-service.ts';
export { dashboardFolder, queryConfig };

const logger = createLogger('test', 'error');
/** The logger of services that are expected to fail. */
export const silent = createLogger('test', 'silent');

/**
 * A query service for one test file, with its own migrated database and the rights of the real service.
 * @param clock the present, milliseconds since 1970
 * @param listed the content of the sites file
 * @param once whether each question is asked once between two inserts
 */
export async function startQueryService(
  environment: NodeJS.ProcessEnv = {},
  clock = () => now,
  listed?: ListedSites,
  once = false,
) {
  const database = await createTestDatabase();
  const { client, forget } = asksOnce(database.reader);
  const service = await startQuery(queryConfig(environment), {
    clickhouse: once ? client : database.reader,
    writer: database.client,
    logger,
    dashboardFolder,
    clock,
    ticks: clock,
    siteFiles: listed && { sites: () => listed, keys: () => noKeys, close() {} },
  });
  return {
    ...(await caller(service.url)),
    database,
    async insert(pings: Parameters<typeof insertPings>[1]) {
      await insertPings(database.client, pings);
      forget();
    },
    async stop() {
      await service.close();
      await database.drop();
    },
  };
}

/** The same for pages of a dashboard, which are opened repeatedly over the same rows. */
export const startDashboardService = (environment: NodeJS.ProcessEnv = {}) =>
  startQueryService(environment, undefined, undefined, true);

export type QueryService = Awaited<ReturnType<typeof startQueryService>>;

/** A client of a database with the rights of the real service. */
export const readerOf = (database: string): ClickHouseClient =>
  createClickHouse({ url: process.env['TEST_CLICKHOUSE_READER_URL'] ?? '', database }, silent);

/** The same with all rights. */
export const writerOf = (database: string): ClickHouseClient =>
  createClickHouse({ url: process.env['TEST_CLICKHOUSE_URL'] ?? '', database }, logger);

/** A client of the empty database that is cloned for test files. No test may write to it. */
export function emptyDatabase(user: 'reader' | 'writer' = 'reader'): ClickHouseClient {
  const { TEST_CLICKHOUSE_URL: url = '', TEST_CLICKHOUSE_TEMPLATE: database = '' } = process.env;
  return user === 'reader' ? readerOf(database) : createClickHouse({ url, database }, silent);
}

/** A query service that reads through a client, which it closes: by default that of the empty database. @param clock the present, milliseconds */
export async function startServiceOn(
  clickhouse: ClickHouseClient,
  environment: NodeJS.ProcessEnv = {},
  clock = () => now,
) {
  const service = await startQuery(queryConfig(environment), {
    clickhouse,
    logger: silent,
    dashboardFolder,
    clock,
    ticks: clock,
  });
  return {
    ...(await caller(service.url)),
    async stop() {
      await service.close();
      await clickhouse.close();
    },
  };
}

/** A query service whose queries are all replaced by one with its own settings and rights: slow, endless or failing. */
export const startServiceWithSql = (
  sql: () => string,
  environment: NodeJS.ProcessEnv = {},
  user: 'reader' | 'writer' = 'reader',
) => startServiceOn(replaceSql(emptyDatabase(user), sql), environment);
