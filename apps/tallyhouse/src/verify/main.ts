import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll } from '@tallyhouse/cluster';
import { findLog, kafkaSettings } from '@tallyhouse/log';
import { atEnd, closing, createLogger, logLevel, readEnvironment, runCommand } from '@tallyhouse/service';
import { checks, compare, readTask, usage } from '@tallyhouse/verify';
import { z } from 'zod';
import { beside } from '../beside.ts';
import { openReportShards, reportSettings, startReports } from '../reports.ts';

/** The addresses of log and ClickHouse: the configured ones, or those of a running `npm start`. */
const settings = z.object({
  ...reportSettings,
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional(),
  LOG_LEVEL: logLevel('error'),
});

await runCommand(usage, async (args) => {
  const task = readTask(args, Date.now());
  const config = readEnvironment(settings, process.env);
  const logger = createLogger('verify', config.LOG_LEVEL);
  await using log = closing(findLog(config, 'log', logger));
  await using servers = closing(await findServers(config, logger, undefined, patience));
  const shards = openReportShards(config, logger);
  await using _shards = atEnd(() => shards?.close());
  const { dashboardFolder } = beside;
  await requireAll(servers);
  const same = await compare(checks, task, {
    servers,
    shards,
    log,
    startReports: () => startReports({ servers, shards, logger, dashboardFolder }),
    database: config.CLICKHOUSE_DATABASE,
    output: process.stdout,
  });
  return same ? 0 : 1;
});
