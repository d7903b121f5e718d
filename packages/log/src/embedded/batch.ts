import { batchLimits } from '../batch-limits.ts';
import type { LogBatch } from '../log.ts';
import { describeDamage } from './check-file.ts';
import { type Chunk, CorruptLogError, decodeChunk } from './chunk.ts';
import { chunkKey, firstOffsetOf, type Store } from './store.ts';

/**
 * The chunk that begins at the offset; it must exist and not be trimmed.
 * @throws CorruptLogError when it is damaged or missing
 */
export function readChunk(store: Store, partition: number, offset: bigint): Chunk {
  const stored = store.chunks.getBinary(chunkKey(partition, offset));
  if (!stored) throw corrupt(store, `its record at offset ${offset} of partition ${partition} is gone`);
  try {
    return decodeChunk(stored, offset);
  } catch (error) {
    throw error instanceof CorruptLogError ? corrupt(store, error.message) : error;
  }
}

const corrupt = ({ file }: Store, damage: string) => new CorruptLogError(describeDamage(file, damage));

/** The chunk that holds the offset, which must not be trimmed. @throws CorruptLogError when it is damaged or missing */
export function chunkWith(store: Store, partition: number, offset: bigint): Chunk {
  for (const key of store.chunks.getKeys({ start: chunkKey(partition, offset), reverse: true, limit: 1 })) {
    if (key.readUInt32BE(0) !== partition) break;
    const chunk = readChunk(store, partition, firstOffsetOf(key));
    if (offset < chunk.firstOffset + BigInt(chunk.values.length)) return chunk;
  }
  throw corrupt(store, `its record at offset ${offset} of partition ${partition} is gone`);
}

/** Messages from `first` to the end of a chunk: the one that holds `end`, or an earlier one, but at least one chunk. @throws CorruptLogError */
export function readBatch(store: Store, partition: number, first: bigint, end: bigint): LogBatch {
  const offsets: bigint[] = [];
  const values: Buffer[] = [];
  let bytes = 0;
  for (let next = first; next < end; ) {
    // A seek may have moved the group into the middle of a chunk; all later reads begin at a chunk.
    const chunk = next === first ? chunkWith(store, partition, next) : readChunk(store, partition, next);
    const unread = chunk.values.slice(Number(next - chunk.firstOffset));
    const unreadBytes = unread.reduce((sum, value) => sum + value.length, 0);
    const full =
      values.length + unread.length > batchLimits.messages || bytes + unreadBytes > batchLimits.bytes;
    if (values.length > 0 && full) break;
    for (const value of unread) {
      offsets.push(next++);
      values.push(value);
    }
    bytes += unreadBytes;
  }
  return { partition, offsets, values };
}
