import type { Admin } from 'kafkajs';
import { LogUnavailableError } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { errorType } from './error-type.ts';

const askMs = 10_000;

/**
 * The number of partitions that the topic has; creates it first when it is missing. Safe when several processes do so
 * at once: the broker takes one and tells the others that it exists.
 *
 * `compression.type=producer` is stated because a cluster's own default may be zstd, which kafkajs cannot read: its
 * consumer then stops for good.
 * @throws LogUnavailableError
 */
export function ensureTopic(admin: KafkaAdmin, options: KafkaOptions): Promise<number> {
  const { topic, partitions, replicationFactor = -1, logger } = options;
  return admin.ask(askMs, async (asked) => {
    const existing = await countPartitions(asked, topic);
    if (existing !== undefined) return existing;
    const created = await asked.createTopics({
      topics: [
        {
          topic,
          numPartitions: partitions,
          replicationFactor,
          configEntries: [{ name: 'compression.type', value: 'producer' }],
        },
      ],
    });
    if (created) logger.info({ topic, partitions }, 'created the topic');
    // The broker that is asked next may not have heard of it yet.
    for (let tries = 0; tries < 20; tries++) {
      const count = await countPartitions(asked, topic);
      if (count !== undefined) return count;
      await pause(100, new AbortController().signal);
    }
    throw new LogUnavailableError(`The topic ${topic} was created but cannot be seen.`);
  });
}

/** Undefined when there is no such topic. */
export async function countPartitions(admin: Admin, topic: string): Promise<number | undefined> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics[0]?.partitions.length;
  } catch (error) {
    if (errorType(error) === 'UNKNOWN_TOPIC_OR_PARTITION') return undefined;
    throw error;
  }
}
