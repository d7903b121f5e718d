import { join } from 'node:path';
import { startIngest } from '@tallyhouse/ingest';
import type { StandaloneConfig } from './config.ts';
import { logFolder, openLogs } from './logs.ts';
import { keepSecrets, withSecrets } from './secrets.ts';
import type { StandaloneDeps } from './start.ts';

/** One of INGEST_WORKERS processes: receives pings and appends them to the log, which allows several writers. */
export async function startIngestWorker(
  config: StandaloneConfig,
  { logger, trackerScript }: Pick<StandaloneDeps, 'logger' | 'trackerScript'>,
): Promise<{ close(): Promise<void> }> {
  const secrets = await keepSecrets(join(config.DATA_DIR, 'secrets.json'));
  const logs = openLogs(config, logger);
  const ingest = await startIngest(withSecrets(config, secrets), {
    log: logs.pings,
    logFolder: logFolder(config),
    logger,
    trackerScript,
  });
  return {
    async close() {
      await ingest.close();
      await Promise.all([logs.pings.close(), logs.deadLetters.close()]);
    },
  };
}
