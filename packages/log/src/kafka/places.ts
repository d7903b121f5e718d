import type { Logger } from '@tallyhouse/service';
import type { KafkaAdmin } from './admin.ts';

const askMs = 5000;

/**
 * Watches that the place where a reader goes on in each partition is still there. It is not when retention took the
 * messages before they were read, and when the topic was deleted and made anew. Reading goes on at the oldest message
 * then, never at the newest, and somebody has to hear of it.
 *
 * kafkajs notices only an offset that is out of range. In a topic that was made anew and has more messages by now than
 * the old one had, it goes on in the middle. But a topic's commits are deleted with it: that is how this knows.
 */
export interface Places {
  /** A batch of the partition was fetched: learns where the group is, when this reader has committed nothing yet. */
  begin(partition: number): void;
  /** Everything before the offset was handled and committed. */
  reached(partition: number, offset: bigint): void;
  /** kafkajs found that the place is not there; by itself it goes on at the oldest message. */
  outOfRange(partition: number): void;
  /**
   * Whether the topic was made anew since messages of it were committed: then the offset behind others may not be
   * committed, it would leave out the new topic's messages up to there.
   * @returns the oldest offset of the new topic, to go on at; undefined when all is as it was
   * @throws LogUnavailableError
   */
  madeAnew(partition: number): Promise<bigint | undefined>;
  /** How often a place was gone. */
  lost(): number;
}

export function createPlaces(admin: KafkaAdmin, topic: string, group: string, logger: Logger): Places {
  const places = new Map<number, bigint>();
  let lost = 0;

  function tell(partition: number, reached: bigint | undefined, bounds: { oldest?: string; next?: string }) {
    lost++;
    logger.error(
      { topic, group, partition, reached: reached?.toString(), ...bounds },
      'the place where reading was to go on is gone (its messages expired, or the topic was made anew): going on at the oldest message',
    );
  }

  async function boundsOf(partition: number): Promise<{ oldest: string; next: string }> {
    const bounds = await admin.ask(askMs, (asked) => asked.fetchTopicOffsets(topic));
    const { low = '0', high = '0' } = bounds.find((one) => one.partition === partition) ?? {};
    return { oldest: low, next: high };
  }

  /** Below 0 when there is none. */
  async function commitOf(partition: number): Promise<bigint> {
    const question = { groupId: group, topics: [topic] };
    const [found] = await admin.ask(askMs, (asked) => asked.fetchOffsets(question));
    return BigInt(found?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
  }

  return {
    begin(partition) {
      if (places.has(partition)) return;
      const learn = (commit: bigint) => {
        if (commit >= 0n && !places.has(partition)) places.set(partition, commit);
      };
      void commitOf(partition).then(learn, () => {});
    },
    reached: (partition, offset) => void places.set(partition, offset),
    outOfRange(partition) {
      const reached = places.get(partition);
      places.delete(partition);
      void boundsOf(partition)
        .catch(() => ({}))
        .then((bounds) => tell(partition, reached, bounds));
    },
    async madeAnew(partition) {
      const reached = places.get(partition);
      if (reached === undefined) return undefined;
      if ((await commitOf(partition)) >= 0n) return undefined;
      const bounds = await boundsOf(partition);
      places.delete(partition);
      tell(partition, reached, bounds);
      return BigInt(bounds.oldest);
    },
    lost: () => lost,
  };
}
