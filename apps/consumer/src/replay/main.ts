import { findServers } from '@tallyhouse/cluster';
import { findLog } from '@tallyhouse/log';
import { closing, createLogger, runCommand } from '@tallyhouse/service';
import { countPartitions } from '../count-partitions.ts';
import { readTask, usage } from './arguments.ts';
import { readConfig } from './config.ts';
import { run } from './run.ts';

/** At the end, unanswered inserts are not awaited: the next run stores their rows again. */
const endMs = 9000;

await runCommand(
  usage,
  async (args, signal) => {
    const task = readTask(args, Date.now());
    const config = readConfig(process.env);
    const logger = createLogger('replay', config.LOG_LEVEL);
    await using log = closing(findLog(config, 'log', logger));
    await using deadLetterLog = closing(findLog(config, 'dead-letters', logger));
    const done = await run(task, {
      log,
      deadLetterLog,
      openServers: async () => findServers(config, logger, await countPartitions(log, logger)),
      output: process.stdout,
      logger,
      clock: Date.now,
      signal,
    });
    return done ? 0 : 1;
  },
  endMs,
);
