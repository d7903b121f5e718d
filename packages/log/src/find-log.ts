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
 * Opens a log: in Kafka, or embedded in DATA_DIR.
 * @param name the log of pings, or that of dead letters
 * @param retainMs for the service itself, which creates the embedded log and removes its older messages. A command opens that of a service
 * @throws an Error that says what to do when there is no log for a command
 */
export function findLog(
  settings: Settings,
  name: 'log' | 'dead-letters',
  logger: Logger,
  retainMs?: number,
): Log {
  const { KAFKA_BROKERS, DATA_DIR } = settings;
  if (KAFKA_BROKERS !== undefined) {
    const pings = kafkaOptions({ ...settings, KAFKA_BROKERS }, logger);
    return createKafkaLog(name === 'log' ? pings : deadLetterOptions(pings));
  }
  const folder = join(DATA_DIR, name);
  // Opening it would create it.
  if (retainMs === undefined && !existsSync(join(folder, 'log.mdb'))) {
    throw new Error(
      `There is no log in ${folder}. Set DATA_DIR to the folder of a service that tallyhouse start runs, or KAFKA_BROKERS.`,
    );
  }
  // One partition makes one stream of inserts, and one process needs no more.
  return createEmbeddedLog({ folder, partitions: 1, retainMs: retainMs ?? Number.POSITIVE_INFINITY, logger });
}
