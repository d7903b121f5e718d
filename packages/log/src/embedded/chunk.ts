import { crc32 } from 'node:zlib';
import type { LogMessage } from '../log.ts';

// A chunk is what one append adds to one partition, so that 500 messages cost one B-tree entry, not 500:
//   0  u32  CRC-32 of all that follows       8  f64  when it was appended, ms since 1970
//   4  u32  number of messages              16  u64  offset of the first message (part of the checksum, which detects
//  24  u32  length of each message                   a chunk stored under another's key)
//   .. the messages' bytes
const headerBytes = 24;

export interface Chunk {
  appendedAt: number;
  firstOffset: bigint;
  values: Buffer[];
}

/** A stored record is damaged or missing. Reading on would skip messages: only an operator may decide that. */
export class CorruptLogError extends Error {
  override name = 'CorruptLogError';
}

/** Encodes the messages; `seal` adds their first offset once it is known. */
export function encodeChunk(messages: readonly LogMessage[]): Buffer {
  let size = headerBytes + messages.length * 4;
  for (const { value } of messages) size += value.length;
  const chunk = Buffer.allocUnsafe(size);
  chunk.writeUInt32BE(messages.length, 4);
  let at = headerBytes + messages.length * 4;
  for (const [index, { value }] of messages.entries()) {
    chunk.writeUInt32BE(value.length, headerBytes + index * 4);
    chunk.set(value, at);
    at += value.length;
  }
  return chunk;
}

/** Completes an encoded chunk in place, with time, first offset and checksum. */
export function seal(chunk: Buffer, firstOffset: bigint, appendedAt: number): Buffer {
  chunk.writeDoubleBE(appendedAt, 8);
  chunk.writeBigUInt64BE(firstOffset, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4)), 0);
  return chunk;
}

/**
 * Decodes a sealed chunk. The values share its memory.
 * @throws CorruptLogError when it is not, byte for byte, the chunk that was sealed for this offset
 */
export function decodeChunk(chunk: Buffer, expectedOffset: bigint): Chunk {
  if (chunk.length < headerBytes || crc32(chunk.subarray(4)) !== chunk.readUInt32BE(0)) {
    throw new CorruptLogError(`its record at offset ${expectedOffset} is overwritten`);
  }
  const firstOffset = chunk.readBigUInt64BE(16);
  if (firstOffset !== expectedOffset) {
    throw new CorruptLogError(`its record at offset ${expectedOffset} is that of offset ${firstOffset}`);
  }
  const count = chunk.readUInt32BE(4);
  const values: Buffer[] = [];
  let at = headerBytes + count * 4;
  for (let index = 0; index < count; index++) {
    const end = at + chunk.readUInt32BE(headerBytes + index * 4);
    values.push(chunk.subarray(at, end));
    at = end;
  }
  return { appendedAt: chunk.readDoubleBE(8), firstOffset, values };
}
