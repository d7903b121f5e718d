import { connectionOf, createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger, runProcess } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { clientOptions, startQuery } from './start.ts';

const logger = createLogger('query', 'info');

await runProcess(logger, async () => {
  const config = readConfig();
  logger.level = config.LOG_LEVEL;
  const clickhouse = createClickHouse(connectionOf(config), logger, clientOptions(config));
  const { url, close } = await startQuery(config, { clickhouse, logger });
  logger.info({ url }, 'answering');
  return async () => {
    await close();
    await clickhouse.close();
  };
});
