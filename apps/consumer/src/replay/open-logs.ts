import { findLog, type Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { ReplayConfig } from './config.ts';

/** Opens the logs of the service: in Kafka, or in DATA_DIR, together with a running `npm start`. */
export interface Logs {
  log: Log;
  deadLetterLog: Log;
  close(): Promise<void>;
}

/** @throws an Error with the remedy when there is no log */
export function openLogs(config: ReplayConfig, logger: Logger): Logs {
  const log = findLog(config, 'log', logger);
  const deadLetterLog = findLog(config, 'dead-letters', logger);
  return {
    log,
    deadLetterLog,
    async close() {
      await Promise.all([log.close(), deadLetterLog.close()]);
    },
  };
}
