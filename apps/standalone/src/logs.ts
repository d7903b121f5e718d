import { join } from 'node:path';
import {
  createEmbeddedLog,
  createKafkaLog,
  deadLetterOptions,
  kafkaOptions,
  type Log,
} from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { StandaloneConfig } from './config.ts';

export interface Logs {
  pings: Log;
  deadLetters: Log;
}

/** Where the logs are; undefined with Kafka, whose disks are its brokers' own. */
export function logFolder({ KAFKA_BROKERS, DATA_DIR }: StandaloneConfig): string | undefined {
  return KAFKA_BROKERS === undefined ? DATA_DIR : undefined;
}

/** The log of the pings and that of the dead letters: embedded in DATA_DIR unless KAFKA_BROKERS names brokers. */
export function openLogs(config: StandaloneConfig, logger: Logger): Logs {
  const { KAFKA_BROKERS } = config;
  if (KAFKA_BROKERS !== undefined) {
    const kafka = kafkaOptions({ ...config, KAFKA_BROKERS }, logger);
    return { pings: createKafkaLog(kafka), deadLetters: createKafkaLog(deadLetterOptions(kafka)) };
  }
  const retainMs = config.LOG_RETENTION_HOURS * 3_600_000;
  return {
    // One partition is one insert stream, and one process has no use for more of them.
    pings: createEmbeddedLog({ folder: join(config.DATA_DIR, 'log'), partitions: 1, retainMs, logger }),
    deadLetters: createEmbeddedLog({
      folder: join(config.DATA_DIR, 'dead-letters'),
      partitions: 1,
      retainMs,
      logger,
    }),
  };
}
