import { fileURLToPath } from 'node:url';
import { findServer, openClickHouse } from '@tallyhouse/clickhouse';
import { findLog } from '@tallyhouse/log';
import { ArgumentError, createLogger } from '@tallyhouse/service';
import { readTask, usage } from './arguments.ts';
import { checks } from './checks/index.ts';
import { compare } from './compare.ts';
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
  const connection = await findServer(config);
  const log = findLog(config, 'log', logger);
  // An export of everything may take its time.
  const clickhouse = await openClickHouse(connection, logger, { silenceMs: 3_600_000 });
  try {
    const same = await compare(checks, task, {
      clickhouse,
      log,
      dashboardFolder: fileURLToPath(new URL('dashboard', import.meta.url)),
      database: connection.database ?? '',
      logger,
      output: process.stdout,
    });
    return same ? 0 : 1;
  } finally {
    await Promise.all([log.close(), clickhouse.close()]);
  }
}
