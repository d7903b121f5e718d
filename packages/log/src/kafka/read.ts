import { randomUUID } from 'node:crypto';
import { cutTo } from '../cut.ts';
import type { BatchHandler, OffsetRange } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { createKafkaReader } from './reader.ts';
import type { KafkaTopic } from './topic.ts';

const pollMs = 200;
const deleteMs = 5000;

/**
 * Reads the ranges under a group of its own, which is removed at the end; one that a kill leaves behind expires by
 * itself (`offsets.retention.minutes`). kafkajs reads in groups only. A group whose commits are set beforehand reads like
 * any other, through rebalances and retries, and its lag shows when it is done, even when retention has removed the
 * rest of a range.
 * @throws LogUnavailableError when Kafka cannot be reached at the start
 */
export async function readRanges(
  options: KafkaOptions,
  admin: KafkaAdmin,
  topic: KafkaTopic,
  ranges: readonly OffsetRange[],
  handler: BatchHandler,
  signal: AbortSignal,
): Promise<boolean> {
  const group = `${options.topic}.replay-${randomUUID()}`;
  const reader = createKafkaReader(options, admin, topic, group);
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);

  async function isDone(): Promise<boolean> {
    const committed = new Map((await reader.lag()).map((lag) => [lag.partition, lag.committed]));
    return ranges.every(({ partition, end }) => (committed.get(partition) ?? end) >= end);
  }

  // Empty ranges are set too: without a commit their partitions would be read from the beginning.
  await reader.seek(ranges.map(({ partition, first }) => ({ partition, offset: first })));
  try {
    let done = await isDone();
    if (!done) await reader.consume(cutTo(ranges, handler), (error) => failed.abort(error));
    while (!done && !ending.aborted) {
      await pause(pollMs, ending);
      // The reader retries while Kafka is unreachable, and so does this.
      done = await isDone().catch(() => false);
    }
    if (failed.signal.aborted) throw failed.signal.reason;
    return done;
  } finally {
    await reader.close();
    await admin
      .ask(deleteMs, (asked) => asked.deleteGroups([group]))
      .catch((error: unknown) => {
        options.logger.debug({ err: error, group }, 'could not remove the group of a replay');
      });
  }
}
