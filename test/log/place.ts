import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedLog, createKafkaLog, type KafkaOptions, type Log } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { Kafka, logLevel } from 'kafkajs';

/** The storage of one test's log. It can be opened several times, as by several processes. */
export interface Place {
  open(partitions?: number): Log;
  /** Closes what was opened and removes everything. */
  remove(): Promise<void>;
}

export const quiet = createLogger('test', 'silent');

export async function embeddedPlace(): Promise<Place & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-log-'));
  const opened: Log[] = [];
  return {
    folder,
    open(partitions = 4) {
      const log = createEmbeddedLog({ folder, partitions, retainMs: 3_600_000, logger: quiet });
      opened.push(log);
      return log;
    },
    async remove() {
      await Promise.all(opened.map((log) => log.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** On the brokers of the test run, unless others are named. */
export async function kafkaPlace(options: Partial<KafkaOptions> = {}): Promise<Place & { topic: string }> {
  const opened: Log[] = [];
  const { topic = `test-${randomUUID()}`, brokers = testBrokers(), logger = quiet, ...others } = options;
  return {
    topic,
    open(partitions = 4) {
      const log = createKafkaLog({ retentionHours: 1, ...others, brokers, topic, partitions, logger });
      opened.push(log);
      return log;
    },
    async remove() {
      await Promise.all(opened.map((log) => log.close()));
      const admin = kafkaClient(brokers).admin();
      await admin.connect();
      const topics = await admin.listTopics();
      if (topics.includes(topic)) await admin.deleteTopics({ topics: [topic] });
      await admin.disconnect();
    },
  };
}

/** The brokers that jest's global set-up found or started. */
function testBrokers(): string[] {
  const brokers = process.env['TEST_KAFKA_BROKERS'];
  if (!brokers) throw new Error('TEST_KAFKA_BROKERS is not set; jest does it when the whole suite is run.');
  return brokers.split(',');
}

export function kafkaClient(brokers = testBrokers()): Kafka {
  return new Kafka({ brokers, logLevel: logLevel.NOTHING });
}
