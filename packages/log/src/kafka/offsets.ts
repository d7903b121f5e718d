import type { Logger } from '@tallyhouse/service';
import type { KafkaAdmin } from './admin.ts';

const askMs = 5000;

/**
 * Checks that the offset at which a reader resumes each partition still exists. It does not when retention removed the
 * messages before they were read, or when the topic was deleted and recreated. Reading then restarts at the oldest
 * message, never at the newest, and the operator must learn of it.
 *
 * kafkajs notices only an offset that is out of range. In a recreated topic that already has more messages than the old
 * one had, it would resume in the middle. But Kafka deletes a topic's commits with it: that is how this notices.
 */
export interface Offsets {
  /** A batch of the partition was fetched: looks up the group's commit if this reader has committed nothing yet. */
  begin(partition: number): void;
  /** Everything before the offset was handled and committed. */
  reached(partition: number, offset: bigint): void;
  /** kafkajs found that the offset does not exist, and resumes at the oldest message by itself. */
  outOfRange(partition: number): void;
  /**
   * Whether the topic was recreated since the last commit. Then an offset of the old topic must not be committed: the
   * new topic's messages before it would be skipped.
   * @returns the oldest offset of the new topic, to resume at; undefined when nothing has changed
   * @throws LogUnavailableError
   */
  topicRecreated(partition: number): Promise<bigint | undefined>;
  /** How often reading restarted at the oldest message. */
  resets(): number;
}

export function createOffsets(admin: KafkaAdmin, topic: string, group: string, logger: Logger): Offsets {
  const known = new Map<number, bigint>();
  let resets = 0;

  function report(
    partition: number,
    reached: bigint | undefined,
    bounds: { oldest?: string; next?: string },
  ) {
    resets++;
    logger.error(
      { topic, group, partition, reached: reached?.toString(), ...bounds },
      'the committed offset no longer exists (its messages expired, or the topic was recreated); reading restarts at the oldest message',
    );
  }

  async function boundsOf(partition: number): Promise<{ oldest: string; next: string }> {
    const bounds = await admin.ask(askMs, (asked) => asked.fetchTopicOffsets(topic));
    const { low = '0', high = '0' } = bounds.find((one) => one.partition === partition) ?? {};
    return { oldest: low, next: high };
  }

  /** Negative when there is none. */
  async function commitOf(partition: number): Promise<bigint> {
    const question = { groupId: group, topics: [topic] };
    const [found] = await admin.ask(askMs, (asked) => asked.fetchOffsets(question));
    return BigInt(found?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
  }

  return {
    begin(partition) {
      if (known.has(partition)) return;
      const learn = (commit: bigint) => {
        if (commit >= 0n && !known.has(partition)) known.set(partition, commit);
      };
      void commitOf(partition).then(learn, () => {});
    },
    reached: (partition, offset) => void known.set(partition, offset),
    outOfRange(partition) {
      const reached = known.get(partition);
      known.delete(partition);
      void boundsOf(partition)
        .catch(() => ({}))
        .then((bounds) => report(partition, reached, bounds));
    },
    async topicRecreated(partition) {
      const reached = known.get(partition);
      if (reached === undefined) return undefined;
      if ((await commitOf(partition)) >= 0n) return undefined;
      const bounds = await boundsOf(partition);
      known.delete(partition);
      report(partition, reached, bounds);
      return BigInt(bounds.oldest);
    },
    resets: () => resets,
  };
}
