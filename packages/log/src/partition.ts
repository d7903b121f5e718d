import { crc32 } from 'node:zlib';
import type { LogMessage } from './log.ts';

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

/** Where a message goes: its own partition, or that of its key. A recreated log may have fewer partitions. */
export function targetPartition({ key, partition }: LogMessage, partitions: number): number {
  return partition === undefined ? partitionOfKey(key, partitions) : partition % partitions;
}
