/** One offset for each partition, as stored: 8 bytes each, in the order of the partitions. */
export function encodeOffsets(offsets: readonly bigint[]): Buffer {
  const stored = Buffer.allocUnsafe(offsets.length * 8);
  for (const [partition, offset] of offsets.entries()) stored.writeBigUInt64BE(offset, partition * 8);
  return stored;
}

export function decodeOffsets(stored: Buffer): bigint[] {
  return Array.from({ length: stored.length / 8 }, (_, partition) => stored.readBigUInt64BE(partition * 8));
}

/** The offset of the partition; a partition that is not in the list is a bug. */
export function offsetAt(offsets: readonly bigint[], partition: number): bigint {
  const offset = offsets[partition];
  if (offset === undefined) throw new RangeError(`There is no partition ${partition} in this log.`);
  return offset;
}
