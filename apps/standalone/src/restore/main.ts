import { fileURLToPath } from 'node:url';
import { createLogger, createProgress, runCommand } from '@tallyhouse/service';
import { readConfigOfCopies } from '../config.ts';
import { readTask, usage } from './arguments.ts';
import { restore } from './run.ts';

/** The path of what the build puts next to this program. */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await runCommand(async (args, signal) => {
  const task = readTask(args);
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const config = readConfigOfCopies(process.env);
  const progress = createProgress(process.stdout, Date.now);
  try {
    const same = await restore(task, config, {
      progress,
      output: process.stdout,
      logger: createLogger('restore', config.LOG_LEVEL),
      clickHouseProgram: beside('clickhouse-server.js'),
      dashboardFolder: beside('dashboard'),
      clock: Date.now,
      signal,
    });
    return same ? 0 : 1;
  } finally {
    progress.end();
  }
});
