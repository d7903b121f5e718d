import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll } from '@tallyhouse/cluster';
import { findLog, kafkaSettings } from '@tallyhouse/log';
import { createLogger, logLevels, readEnvironment, runCommand } from '@tallyhouse/service';
import { checks, compare, readTask, usage } from '@tallyhouse/verify';
import { z } from 'zod';
import { beside } from '../beside.ts';
import { openReportShards, reportSettings, startReports } from '../reports.ts';

/** The addresses of log and ClickHouse: the configured ones, or those of a running `npm start`. */
const settings = z.object({
  ...reportSettings,
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional(),
  LOG_LEVEL: z.enum(logLevels).default('error'),
});

await runCommand(usage, async (args) => {
  const task = readTask(args, Date.now());
  const config = readEnvironment(settings, process.env);
  const logger = createLogger('verify', config.LOG_LEVEL);
  const log = findLog(config, 'log', logger);
  const servers = await findServers(config, logger, undefined, patience);
  const shards = openReportShards(config, logger);
  const { dashboardFolder } = beside;
  try {
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
  } finally {
    await Promise.all([log.close(), servers.close(), shards?.close()]);
  }
});
