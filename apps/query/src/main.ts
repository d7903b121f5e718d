import { fileURLToPath } from 'node:url';
import { connectionOf, createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger, openMetricsPort, runProcess } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { clientOptions, startQuery } from './start.ts';

/** The build puts the dashboard beside this program. */
const dashboardFolder = fileURLToPath(new URL('dashboard', import.meta.url));

const logger = createLogger('query', 'info');

await runProcess(logger, async () => {
  const config = readConfig();
  logger.level = config.LOG_LEVEL;
  const clickhouse = createClickHouse(connectionOf(config), logger, clientOptions(config));
  const { METRICS_PORT, HOST } = config;
  const { url, close, ...watched } = await startQuery(config, { clickhouse, logger, dashboardFolder });
  const metricsPort =
    METRICS_PORT === undefined
      ? undefined
      : await openMetricsPort({ METRICS_PORT, HOST }, { ...watched, logger });
  logger.info({ url, metricsUrl: metricsPort?.url }, 'answering');
  return async () => {
    await close();
    await metricsPort?.close();
    await clickhouse.close();
  };
});
