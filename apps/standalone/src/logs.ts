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

/** The folder of the logs; undefined with Kafka. */
export function logFolder({ KAFKA_BROKERS, DATA_DIR }: StandaloneConfig): string | undefined {
  return KAFKA_BROKERS === undefined ? DATA_DIR : undefined;
}

/** Opens the logs of pings and of dead letters: embedded in DATA_DIR, unless KAFKA_BROKERS names brokers. */
export function openLogs(config: StandaloneConfig, logger: Logger): Logs {
  const { KAFKA_BROKERS } = config;
  if (KAFKA_BROKERS !== undefined) {
    const kafka = kafkaOptions({ ...config, KAFKA_BROKERS }, logger);
    return { pings: createKafkaLog(kafka), deadLetters: createKafkaLog(deadLetterOptions(kafka)) };
  }
  const retainMs = config.LOG_RETENTION_HOURS * 3_600_000;
  return {
    // One partition makes one stream of inserts, and one process needs no more.
    pings: createEmbeddedLog({ folder: join(config.DATA_DIR, 'log'), partitions: 1, retainMs, logger }),
    deadLetters: createEmbeddedLog({
      folder: join(config.DATA_DIR, 'dead-letters'),
      partitions: 1,
      retainMs,
      logger,
    }),
  };
}
