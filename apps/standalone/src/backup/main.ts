import { fileURLToPath } from 'node:url';
import { createLogger, createProgress, runCommand } from '@tallyhouse/service';
import { readConfigOfCopies } from '../config.ts';
import { readTask, usage } from './arguments.ts';
import { backUp } from './run.ts';

await runCommand(async (args, signal) => {
  const task = readTask(args);
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const config = readConfigOfCopies(process.env);
  const progress = createProgress(process.stdout, Date.now);
  try {
    await backUp(task, config, {
      progress,
      logger: createLogger('backup', config.LOG_LEVEL),
      clickHouseProgram: fileURLToPath(new URL('clickhouse-server.js', import.meta.url)),
      clock: Date.now,
      signal,
    });
  } finally {
    progress.end();
  }
  return 0;
});
