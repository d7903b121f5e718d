import { readConfig, startStandalone } from '@tallyhouse/standalone';
import { key } from '../api/query-service.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { trackerFiles } from '../harness/tracker-files.ts';

/** `npm start` in this process, on a database of the server that test files share, with the tests' key. @param stored pings already in the database */
export async function runStandalone(
  environment: Record<string, string> = {},
  stored: Parameters<typeof insertPings>[1] = [],
  demo?: Parameters<typeof startStandalone>[1]['demo'],
) {
  const inFolder = folderOfFile();
  const database = await createTestDatabase();
  if (stored.length > 0) await insertPings(database.client, stored);
  const onDatabase = { CLICKHOUSE_URL: database.url, CLICKHOUSE_DATABASE: database.database };
  const own = { API_KEY: key, QUERY_PORT: '0', INGEST_PORT: '0', GEOIP_DB: 'off' };
  const config = readConfig({ DATA_DIR: inFolder('data'), ...onDatabase, ...own, ...environment });
  const service = await startStandalone(config, {
    logger,
    ...(await trackerFiles()),
    clickHouseProgram: '',
    dashboardFolder: 'dist/dashboard',
    demo,
    onFatal: (error) => {
      throw error;
    },
  });
  return {
    ...service,
    folder: inFolder(),
    async stop() {
      await service.close();
      await database.drop();
    },
  };
}
