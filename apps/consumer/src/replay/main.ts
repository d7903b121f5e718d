import { findServers } from '@tallyhouse/cluster';
import { ArgumentError, createLogger, endOnSignals } from '@tallyhouse/service';
import { countPartitions } from '../count-partitions.ts';
import { readTask, usage } from './arguments.ts';
import { readConfig } from './config.ts';
import { openLogs } from './open-logs.ts';
import { run } from './run.ts';

/** At the end, unanswered inserts are not awaited: the next run stores their rows again. */
const endTimeoutMs = 9000;

const ending = endOnSignals(endTimeoutMs);

process.exit(await main());

async function main(): Promise<number> {
  try {
    const task = readTask(process.argv.slice(2), Date.now());
    if (task.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    const config = readConfig(process.env);
    const logger = createLogger('replay', config.LOG_LEVEL);
    const logs = openLogs(config, logger);
    try {
      const done = await run(task, {
        ...logs,
        openServers: async () => findServers(config, logger, await countPartitions(logs.log, logger)),
        output: process.stdout,
        logger,
        clock: Date.now,
        signal: ending.signal,
      });
      return done ? 0 : (ending.exitCode() ?? 1);
    } finally {
      await logs.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ArgumentError ? 2 : 1;
  }
}
