import { fileURLToPath } from 'node:url';
import { connectionOf, createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger, runProcess } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { clientOptions, startQuery } from './start.ts';

/** The build puts it beside this program. */
const dashboardFolder = fileURLToPath(new URL('dashboard', import.meta.url));

const logger = createLogger('query', 'info');

await runProcess(logger, async () => {
  const config = readConfig();
  logger.level = config.LOG_LEVEL;
  const clickhouse = createClickHouse(connectionOf(config), logger, clientOptions(config));
  const { url, close } = await startQuery(config, { clickhouse, logger, dashboardFolder });
  logger.info({ url }, 'answering');
  return async () => {
    await close();
    await clickhouse.close();
  };
});
