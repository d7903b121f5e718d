import { readTask, runTask, usage } from '@tallyhouse/bi-users';
import { createLogger, runCommand } from '@tallyhouse/service';
import { readConfigOfCluster } from '@tallyhouse/standalone';

await runCommand(async (args) => {
  const task = readTask(args);
  if (task.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const config = readConfigOfCluster(process.env);
  return runTask(task, config, {
    output: process.stdout,
    errors: process.stderr,
    input: process.stdin,
    logger: createLogger('bi-user', config.LOG_LEVEL),
  });
});
