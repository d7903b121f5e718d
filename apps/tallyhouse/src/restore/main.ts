import { readRestoreTask, restore, restoreUsage } from '@tallyhouse/backup';
import { createLogger, createProgress, runCommand } from '@tallyhouse/service';
import { readConfigOfCopies } from '@tallyhouse/standalone';
import { beside } from '../beside.ts';
import { installationOf } from '../installation.ts';

await runCommand(restoreUsage, async (args, signal) => {
  const task = readRestoreTask(args);
  const config = readConfigOfCopies(process.env);
  const logger = createLogger('restore', config.LOG_LEVEL);
  const installation = installationOf(config, { ...beside, logger });
  const output = process.stdout;
  using progress = createProgress(output, Date.now);
  const same = await restore(task, installation, { progress, output, logger, clock: Date.now, signal });
  return same ? 0 : 1;
});
