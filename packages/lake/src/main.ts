import { createLogger, createProgress, runCommand } from '@tallyhouse/service';
import { readTask, usage } from './arguments.ts';
import { readConfig } from './config.ts';
import { exportLake } from './run.ts';

await runCommand(usage, async (args, signal) => {
  const task = readTask(args, Date.now());
  const config = readConfig(process.env);
  using progress = createProgress(process.stdout, Date.now);
  await exportLake(task, config, {
    progress,
    logger: createLogger('export', config.LOG_LEVEL),
    clock: Date.now,
    signal,
  });
  return 0;
});
