import { readTask, runTask, usage } from '@tallyhouse/bi-users';
import { createLogger, runCommand } from '@tallyhouse/service';
import { readConfigOfCluster } from '@tallyhouse/standalone';

await runCommand(usage, async (args) => {
  const task = readTask(args);
  const config = readConfigOfCluster(process.env);
  return runTask(task, config, {
    output: process.stdout,
    errors: process.stderr,
    input: process.stdin,
    logger: createLogger('bi-user', config.LOG_LEVEL),
  });
});
