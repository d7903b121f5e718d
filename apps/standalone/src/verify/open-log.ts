import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createEmbeddedLog, createKafkaLog, kafkaOptions, type Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { VerifyConfig } from './config.ts';

/** The log of the pings: in Kafka, or beside the `npm start` that works in DATA_DIR. @throws an Error when there is none */
export function openLog(config: VerifyConfig, logger: Logger): Log {
  const { KAFKA_BROKERS, DATA_DIR } = config;
  if (KAFKA_BROKERS !== undefined) return createKafkaLog(kafkaOptions({ ...config, KAFKA_BROKERS }, logger));
  const folder = join(DATA_DIR, 'log');
  // Opened, it would be made.
  if (!existsSync(join(folder, 'log.mdb'))) {
    throw new Error(
      `There is no log in ${folder}. Set DATA_DIR to the folder of a service that npm start runs, or KAFKA_BROKERS.`,
    );
  }
  // It is the service that removes what is old.
  return createEmbeddedLog({ folder, partitions: 1, retainMs: Number.POSITIVE_INFINITY, logger });
}
