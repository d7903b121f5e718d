import { randomUUID } from 'node:crypto';
import { cutTo } from '../cut.ts';
import type { BatchHandler, Stretch } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { createKafkaReader } from './reader.ts';
import type { KafkaTopic } from './topic.ts';

const pollMs = 200;
const deleteMs = 5000;

/**
 * Reads the stretches under a group of its own, which is removed at the end; one that a kill leaves behind expires by
 * itself (`offsets.retention.minutes`). kafkajs reads in groups only. A group whose commits are set beforehand reads as
 * any other does, through rebalances and retries, and says by its lag when it is done: also when retention has taken
 * the rest of a stretch away.
 * @throws LogUnavailableError when Kafka cannot be reached at the start
 */
export async function readStretches(
  options: KafkaOptions,
  admin: KafkaAdmin,
  topic: KafkaTopic,
  stretches: readonly Stretch[],
  handler: BatchHandler,
  signal: AbortSignal,
): Promise<boolean> {
  const group = `${options.topic}.replay-${randomUUID()}`;
  const reader = createKafkaReader(options, admin, topic, group);
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);

  async function isDone(): Promise<boolean> {
    const committed = new Map((await reader.lag()).map((lag) => [lag.partition, lag.committed]));
    return stretches.every(({ partition, end }) => (committed.get(partition) ?? end) >= end);
  }

  // Partitions in which there is nothing to read are set too: without a commit they would be read from their beginning.
  await reader.seek(stretches.map(({ partition, first }) => ({ partition, offset: first })));
  try {
    let done = await isDone();
    if (!done) await reader.consume(cutTo(stretches, handler), (error) => failed.abort(error));
    while (!done && !ending.aborted) {
      await pause(pollMs, ending);
      // The reader goes on trying while Kafka is away, and so does this.
      done = await isDone().catch(() => false);
    }
    if (failed.signal.aborted) throw failed.signal.reason;
    return done;
  } finally {
    await reader.close();
    await admin
      .ask(deleteMs, (asked) => asked.deleteGroups([group]))
      .catch((error: unknown) => {
        options.logger.debug({ err: error, group }, 'the group of a replay could not be removed');
      });
  }
}
