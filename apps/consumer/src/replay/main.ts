import { findServers } from '@tallyhouse/cluster';
import { createLogger, runCommand } from '@tallyhouse/service';
import { countPartitions } from '../count-partitions.ts';
import { readTask, usage } from './arguments.ts';
import { readConfig } from './config.ts';
import { openLogs } from './open-logs.ts';
import { run } from './run.ts';

/** At the end, unanswered inserts are not awaited: the next run stores their rows again. */
const endMs = 9000;

await runCommand(
  usage,
  async (args, signal) => {
    const task = readTask(args, Date.now());
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
        signal,
      });
      return done ? 0 : 1;
    } finally {
      await logs.close();
    }
  },
  endMs,
);
