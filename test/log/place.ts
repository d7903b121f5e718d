import { randomUUID } from 'node:crypto';
import { createEmbeddedLog, createKafkaLog, type KafkaOptions, type Log } from '@tallyhouse/log';
import { Kafka, logLevel } from 'kafkajs';
import { logger as quiet } from '../harness/quiet.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { withAdmin } from '../harness/with-admin.ts';

/** The storage of one test's log. It can be opened several times, as by several processes. */
export interface Place {
  open(partitions?: number): Log;
  remove(): Promise<void>;
}

export async function embeddedPlace() {
  const folder = folderOfFile()();
  const opened: Log[] = [];
  return {
    folder,
    open(partitions = 4, options: Partial<Parameters<typeof createEmbeddedLog>[0]> = {}) {
      const log = createEmbeddedLog({ folder, partitions, retainMs: 3_600_000, logger: quiet, ...options });
      opened.push(log);
      return log;
    },
    async remove() {
      await Promise.all(opened.map((log) => log.close()));
    },
  };
}

/** On the brokers of the test run by default. */
export async function kafkaPlace(options: Partial<KafkaOptions> = {}): Promise<Place & { topic: string }> {
  const opened: Log[] = [];
  const { topic = `test-${randomUUID()}`, logger = quiet, ...others } = options;
  const brokers = options.brokers ?? (await sharedBrokers());
  return {
    topic,
    open(partitions = 4) {
      const log = createKafkaLog({ retentionHours: 1, ...others, brokers, topic, partitions, logger });
      opened.push(log);
      return log;
    },
    async remove() {
      await Promise.all(opened.map((log) => log.close()));
      await withAdmin(brokers, async (admin) => {
        if ((await admin.listTopics()).includes(topic)) await admin.deleteTopics({ topics: [topic] });
      });
    },
  };
}

export const kafkaClient = async () =>
  new Kafka({ brokers: await sharedBrokers(), logLevel: logLevel.NOTHING });
