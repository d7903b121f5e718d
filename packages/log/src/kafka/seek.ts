import { LogUnavailableError } from '../log.ts';
import { within } from '../within.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';

/** One has to join a group to commit for it, and brokers let the first member wait, 3 s by default. */
const joinMs = 30_000;

/** Commits for a group that nobody is in. kafkajs' own way, `setOffsets`, waits for 5 s. @throws LogUnavailableError */
export async function commitFor(
  options: KafkaOptions,
  groupId: string,
  places: readonly { partition: number; offset: bigint }[],
): Promise<void> {
  const { topic } = options;
  const consumer = kafkaClient(options).consumer({
    groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 100,
  });
  const offsets = places.map(({ partition, offset }) => ({ topic, partition, offset: String(offset) }));
  const committed = new Promise<void>((resolve, reject) => {
    // Neither after `run`, which resolves early when joining has to be tried again, nor at GROUP_JOIN: as long as it does
    // not fetch, kafkajs drops commits without a word.
    consumer.on(consumer.events.FETCH_START, () => consumer.commitOffsets(offsets).then(resolve, reject));
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
  });
  // Heard even when joining fails before.
  committed.catch(() => {});
  const join = async () => {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} });
    await committed;
  };
  try {
    await within(joinMs, `Kafka did not take the commit within ${joinMs} ms.`, join());
  } catch (error) {
    if (error instanceof LogUnavailableError) throw error;
    throw new LogUnavailableError('Kafka cannot be reached.', { cause: error });
  } finally {
    await consumer.disconnect().catch(() => {});
  }
}
