import { join } from 'node:path';
import { createEmbeddedLog, createKafkaLog, type Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { StandaloneConfig } from './config.ts';

export interface Logs {
  pings: Log;
  deadLetters: Log;
}

/** The log of the pings and that of the dead letters: embedded in DATA_DIR unless KAFKA_BROKERS names brokers. */
export function openLogs(config: StandaloneConfig, logger: Logger): Logs {
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC: topic, KAFKA_PARTITIONS: partitions } = config;
  if (brokers !== undefined) {
    const options = { brokers, logger };
    return {
      pings: createKafkaLog({ ...options, topic, partitions }),
      deadLetters: createKafkaLog({ ...options, topic: `${topic}-dead-letters`, partitions: 1 }),
    };
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
