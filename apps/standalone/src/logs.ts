import { findLog, type Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { StandaloneConfig } from './config.ts';

export interface Logs {
  pings: Log;
  deadLetters: Log;
}

/** The folder of the logs; undefined with Kafka. */
export function logFolder({ KAFKA_BROKERS, DATA_DIR }: StandaloneConfig): string | undefined {
  return KAFKA_BROKERS === undefined ? DATA_DIR : undefined;
}

/** Opens the logs of pings and of dead letters: embedded in DATA_DIR, unless KAFKA_BROKERS names brokers. */
export function openLogs(config: StandaloneConfig, logger: Logger): Logs {
  const open = (name: 'log' | 'dead-letters') =>
    findLog(config, name, logger, config.LOG_RETENTION_HOURS * 3_600_000);
  return { pings: open('log'), deadLetters: open('dead-letters') };
}
