import { crc32 } from 'node:zlib';
import type { LogMessage } from './log.ts';
import type { PartitionStep } from './partition-steps.ts';

/**
 * The partition for a key's messages, from 0 to `partitions - 1`.
 *
 * It decides which shard a session lives on, so it must never change: a session whose pings are split over two
 * shards counts twice. CRC-32, because it is a standard that nobody will ever "improve", spreads UUIDs evenly
 * and costs 0.5 µs a key.
 */
export function partitionOfKey(key: string, partitions: number): number {
  if (partitions === 1) return 0;
  return crc32(key) % partitions;
}

/**
 * The number of partitions that a key is divided by: that of the last step at or before the time in the key. So a session keeps its
 * partition permanently, however many are added while it lasts. A key without a time, such as that of an event without a session, keeps the
 * first number.
 */
export function partitionsFor(key: string, steps: readonly PartitionStep[]): number {
  const at = timeOfKey(key) ?? Number.NEGATIVE_INFINITY;
  const step = steps.findLast(({ from }) => from <= at) ?? steps[0];
  if (step === undefined) throw new TypeError('No number of partitions.');
  return step.partitions;
}

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The creation time of a UUIDv7 key, as all session ids are: milliseconds since 1970. */
function timeOfKey(key: string): number | undefined {
  return uuid7.test(key) ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : undefined;
}

/**
 * The partition of a message: its own, or that of its key.
 * @param found how many partitions the topic has. A recreated one may have fewer than the message's own partition
 * @param steps undefined: as many as it has
 * @returns with steps, perhaps a partition that does not exist yet
 */
export function targetPartition(
  { key, partition }: LogMessage,
  found: number,
  steps?: readonly PartitionStep[],
): number {
  if (partition !== undefined) return partition % found;
  return partitionOfKey(key, steps === undefined ? found : partitionsFor(key, steps));
}
