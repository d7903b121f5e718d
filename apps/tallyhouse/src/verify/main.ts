import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll } from '@tallyhouse/cluster';
import { findLog } from '@tallyhouse/log';
import { ArgumentError, createLogger } from '@tallyhouse/service';
import { checks, compare, readTask, usage } from '@tallyhouse/verify';
import { beside } from '../beside.ts';
import { openReportShards, startReports } from '../reports.ts';
import { readConfig } from './config.ts';

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof ArgumentError ? 2 : 1;
});

async function main(): Promise<number> {
  const task = readTask(process.argv.slice(2), Date.now());
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const config = readConfig(process.env);
  const logger = createLogger('verify', config.LOG_LEVEL);
  const log = findLog(config, 'log', logger);
  const servers = await findServers(config, logger, undefined, patience);
  const shards = openReportShards(config, logger);
  try {
    await requireAll(servers);
    const same = await compare(checks, task, {
      servers,
      shards,
      log,
      startReports: () => startReports({ servers, shards, logger, dashboardFolder: beside.dashboardFolder }),
      database: config.CLICKHOUSE_DATABASE,
      output: process.stdout,
    });
    return same ? 0 : 1;
  } finally {
    await Promise.all([log.close(), servers.close(), shards?.close()]);
  }
}
