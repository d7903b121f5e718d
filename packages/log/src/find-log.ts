import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@tallyhouse/service';
import type { z } from 'zod';
import { createEmbeddedLog } from './embedded/embedded-log.ts';
import { createKafkaLog } from './kafka/kafka-log.ts';
import { deadLetterOptions, kafkaOptions } from './kafka/options.ts';
import type { Log } from './log.ts';
import type { kafkaSettings } from './settings.ts';

type Settings = Omit<z.output<z.ZodObject<typeof kafkaSettings>>, 'KAFKA_BROKERS'> & {
  KAFKA_BROKERS?: string[] | undefined;
  DATA_DIR: string;
};

/**
 * Opens the log of a running service for a command: in Kafka, or that of the `npm start` in DATA_DIR.
 * @param name the log of pings, or that of dead letters
 * @throws an Error that says what to do when there is no log
 */
export function findLog(settings: Settings, name: 'log' | 'dead-letters', logger: Logger): Log {
  const { KAFKA_BROKERS, DATA_DIR } = settings;
  if (KAFKA_BROKERS !== undefined) {
    const pings = kafkaOptions({ ...settings, KAFKA_BROKERS }, logger);
    return createKafkaLog(name === 'log' ? pings : deadLetterOptions(pings));
  }
  const folder = join(DATA_DIR, name);
  // Opening it would create it.
  if (!existsSync(join(folder, 'log.mdb'))) {
    throw new Error(
      `There is no log in ${folder}. Set DATA_DIR to the folder of a service that tallyhouse start runs, or KAFKA_BROKERS.`,
    );
  }
  // Only the service itself removes old messages.
  return createEmbeddedLog({ folder, partitions: 1, retainMs: Number.POSITIVE_INFINITY, logger });
}
