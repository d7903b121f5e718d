import { LogUnavailableError } from '../log.ts';
import { pause } from '../pause.ts';
import { createKafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { errorType } from './error-type.ts';
import { describeTopic } from './topic.ts';

const askMs = 10_000;
const growMs = 60_000;
const lookMs = 200;

/** A topic to which partitions are added. */
export interface GrowingTopic {
  /**
   * The offset after the last message of each partition, 0 where there never was one; undefined without such a topic.
   * @throws LogUnavailableError
   */
  ends(): Promise<bigint[] | undefined>;
  /**
   * Resolves when the topic has this number of partitions, and each of them a leader. Safe to repeat.
   * @throws LogUnavailableError, or an Error with the remedy when this user may not alter it
   */
  grow(partitions: number): Promise<void>;
  close(): Promise<void>;
}

export function openGrowingTopic(options: KafkaOptions): GrowingTopic {
  const { topic } = options;
  const admin = createKafkaAdmin(options);

  const ends = () =>
    admin.ask(askMs, async (asked) => {
      if ((await describeTopic(asked, topic)) === undefined) return undefined;
      const found = await asked.fetchTopicOffsets(topic);
      return found.sort((a, b) => a.partition - b.partition).map(({ high }) => BigInt(high));
    });

  async function add(count: number): Promise<void> {
    try {
      await admin.ask(askMs, (asked) => asked.createPartitions({ topicPartitions: [{ topic, count }] }));
    } catch (error) {
      if (!errorType(error)?.endsWith('AUTHORIZATION_FAILED')) throw error;
      throw new Error(
        `This user may not alter the topic ${topic}. Grant it ALTER, or let an administrator give the topic ${count} partitions (kafka-topics.sh --alter --topic ${topic} --partitions ${count}); then run this again.`,
        { cause: error },
      );
    }
  }

  return {
    ends,
    async grow(partitions) {
      const has = async () => ((await ends()) ?? []).length >= partitions;
      if (await has()) return;
      await add(partitions);
      const until = performance.now() + growMs;
      // A partition without a leader yet has no offsets to ask for.
      while (!(await has().catch(() => false))) {
        if (performance.now() > until) {
          throw new LogUnavailableError(
            `The topic ${topic} got ${partitions} partitions, but they have no leaders yet.`,
          );
        }
        await pause(lookMs, new AbortController().signal);
      }
    },
    close: () => admin.close(),
  };
}
