import { backUp, backupUsage, readBackupTask } from '@tallyhouse/backup';
import { createLogger, createProgress, runCommand } from '@tallyhouse/service';
import { readConfigOfCopies } from '@tallyhouse/standalone';
import { beside } from '../beside.ts';
import { installationOf } from '../installation.ts';

await runCommand(backupUsage, async (args, signal) => {
  const task = readBackupTask(args);
  const config = readConfigOfCopies(process.env);
  const logger = createLogger('backup', config.LOG_LEVEL);
  const installation = installationOf(config, { ...beside, logger });
  using progress = createProgress(process.stdout, Date.now);
  await backUp(task, installation, { progress, logger, clock: Date.now, signal });
  return 0;
});
