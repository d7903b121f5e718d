import { crc32 } from 'node:zlib';
import { isUuid7, timeInId } from '@tallyhouse/ping';
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
 * The number of partitions that a key is divided by: that of the last step at or before the time in the key, which all session ids have.
 * So a session keeps its partition permanently, however many are added while it lasts. A key without a time, such as that of an event
 * without a session, keeps the first number.
 */
export function partitionsFor(key: string, steps: readonly PartitionStep[]): number {
  const at = isUuid7(key) ? timeInId(key) : Number.NEGATIVE_INFINITY;
  const step = steps.findLast(({ from }) => from <= at) ?? steps[0];
  if (step === undefined) throw new TypeError('No number of partitions.');
  return step.partitions;
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
