// The layout of a record batch: record-batch.ts.
const headerBytes = 61;
/** The attribute bit for the clock of the times; all others are about compression and transactions. */
const timestampType = 0x08;

/** The fields of a message that a reader needs, named as in kafkajs. */
export interface PlainRecord {
  offset: string;
  value: Buffer | null;
  isControlRecord: false;
}

/**
 * The messages of a record set as a broker sends it, if all its batches are plain: neither compressed nor part of a
 * transaction. The last batch may be truncated; the next fetch returns it whole. Decoded by hand, because kafkajs takes
 * ten times as long (docs/decisions/0015-reading-ahead.md).
 * @returns undefined when a batch is not plain: then kafkajs decodes the set
 * @throws RangeError when a record is longer than its batch
 */
export function plainRecords(set: Buffer): PlainRecord[] | undefined {
  const batches = plainBatches(set);
  if (batches === undefined) return undefined;
  const records: PlainRecord[] = [];
  const cursor = { at: 0 };
  for (const { start, end } of batches) {
    const first = set.readBigInt64BE(start);
    const count = set.readInt32BE(start + 57);
    cursor.at = start + headerBytes;
    for (let index = 0; index < count; index++) {
      const length = readVarint(set, cursor);
      const recordEnd = cursor.at + length;
      cursor.at++; // attributes
      skipVarint(set, cursor); // time
      const offset = first + BigInt(readVarint(set, cursor));
      const key = readVarint(set, cursor);
      cursor.at += Math.max(0, key);
      const bytes = readVarint(set, cursor);
      const valueEnd = cursor.at + Math.max(0, bytes);
      if (valueEnd > recordEnd || recordEnd > end) throw new RangeError(`Record ${offset} is corrupt.`);
      const value = bytes < 0 ? null : set.subarray(cursor.at, valueEnd);
      records.push({ offset: String(offset), value, isControlRecord: false });
      cursor.at = recordEnd; // skips the headers
    }
  }
  return records;
}

function plainBatches(set: Buffer): { start: number; end: number }[] | undefined {
  const batches = [];
  for (let start = 0; start + headerBytes <= set.length; ) {
    const end = start + 12 + set.readInt32BE(start + 8);
    const attributes = set.readInt16BE(start + 21);
    if (set[start + 16] !== 2 || (attributes & ~timestampType) !== 0 || end < start + headerBytes)
      return undefined;
    if (end > set.length) break;
    batches.push({ start, end });
    start = end;
  }
  return batches;
}

/** Varints have 7 bits a byte, the lowest first; "zigzag" doubles non-negative numbers. */
function readVarint(buffer: Buffer, cursor: { at: number }): number {
  let result = 0;
  let shift = 0;
  for (;;) {
    const byte = buffer[cursor.at++] ?? 0;
    result |= (byte & 127) << shift;
    if (byte < 128) return (result >>> 1) ^ -(result & 1);
    shift += 7;
  }
}

function skipVarint(buffer: Buffer, cursor: { at: number }): void {
  while ((buffer[cursor.at++] ?? 0) >= 128);
}
