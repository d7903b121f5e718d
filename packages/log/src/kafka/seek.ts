import { LogUnavailableError } from '../log.ts';
import { within } from '../within.ts';
import { type KafkaOptions, kafkaClient } from './client.ts';

/** Committing for a group requires joining it, and brokers let the first member wait, 3 s by default. */
const joinMs = 30_000;

/** Commits for a group without members. kafkajs' own way, `setOffsets`, waits for 5 s. @throws LogUnavailableError */
export async function commitFor(
  options: KafkaOptions,
  groupId: string,
  targets: readonly { partition: number; offset: bigint }[],
): Promise<void> {
  const { topic } = options;
  const consumer = kafkaClient(options).consumer({
    groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 100,
  });
  const offsets = targets.map(({ partition, offset }) => ({ topic, partition, offset: String(offset) }));
  const committed = new Promise<void>((resolve, reject) => {
    // Neither after `run`, which resolves early when joining is retried, nor at GROUP_JOIN: until it fetches, kafkajs
    // drops commits silently.
    consumer.on(consumer.events.FETCH_START, () => consumer.commitOffsets(offsets).then(resolve, reject));
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
  });
  // Handled even when joining fails first.
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
