import { crc32 } from 'node:zlib';
import type { LogMessage } from './log.ts';

/**
 * The partition that a key's messages go to, from 0 to `partitions - 1`.
 *
 * It decides on which shard a session lives, so it may never change: a session whose pings are split over two
 * shards counts twice. CRC-32 because it is a standard whose result nobody will ever "improve", spreads UUIDs evenly
 * and costs 0.5 µs a key.
 */
export function partitionOfKey(key: string, partitions: number): number {
  return crc32(key) % partitions;
}

/** Where a message goes: its own partition, or that of its key. A log that was made anew may have fewer. */
export function placeOf({ key, partition }: LogMessage, partitions: number): number {
  return partition === undefined ? partitionOfKey(key, partitions) : partition % partitions;
}
