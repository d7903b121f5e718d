import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedLog, createKafkaLog, type Log } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { Kafka, logLevel } from 'kafkajs';

/** Where one test's log lives. It can be opened as often as one likes, as by several processes. */
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
      const log = createEmbeddedLog({ folder, partitions, retainMs: 60_000, logger: quiet });
      opened.push(log);
      return log;
    },
    async remove() {
      await Promise.all(opened.map((log) => log.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function kafkaPlace(): Promise<Place & { topic: string }> {
  const topic = `test-${randomUUID()}`;
  const opened: Log[] = [];
  return {
    topic,
    open(partitions = 4) {
      const log = createKafkaLog({ brokers: testBrokers(), topic, partitions, logger: quiet });
      opened.push(log);
      return log;
    },
    async remove() {
      await Promise.all(opened.map((log) => log.close()));
      const admin = kafkaClient().admin();
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

export function kafkaClient(): Kafka {
  return new Kafka({ brokers: testBrokers(), logLevel: logLevel.NOTHING });
}
