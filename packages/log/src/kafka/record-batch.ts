import type { LogMessage } from '../log.ts';
import { crc32c } from './crc32c.ts';

// A Kafka record batch (https://kafka.apache.org/documentation/#recordbatch) without compression, transaction or
// idempotence. The broker assigns offsets, so they count from 0 here:
//    0  i64  offset of the first record      27  i64  time of the first record, ms since 1970
//    8  i32  bytes that follow               35  i64  time of the last one
//   12  i32  epoch of the leader             43  i64  producer id: -1, none
//   16  i8   version: 2                      51  i16  producer epoch
//   17  u32  CRC-32C of all that follows     53  i32  sequence of the first record
//   21  i16  attributes                      57  i32  number of records
//   23  i32  offset of the last record       61  ..   the records
const headerBytes = 61;
/** Bytes of a record besides its length, key and value: attributes, time and number of headers, all of them 0. */
const recordBytes = 3;

/**
 * Encodes messages as Kafka stores them, byte for byte as kafkajs does (record-batch.test.ts). By hand, because kafkajs
 * takes 7 us a message: several buffers each, numbers as BigInt, a slow checksum. This takes 0.5
 * (docs/decisions/0011-ingest-hot-path.md).
 * @param now the time of all of them, milliseconds since 1970
 */
export function encodeRecordBatch(messages: readonly LogMessage[], now: number): Buffer {
  const lengths = messages.map(({ key, value }, offset) => {
    const keyBytes = Buffer.byteLength(key);
    const framed = sizeOfVarint(offset) + sizeOfVarint(keyBytes) + sizeOfVarint(value.length);
    return { keyBytes, record: recordBytes + framed + keyBytes + value.length };
  });
  const size = lengths.reduce((sum, { record }) => sum + sizeOfVarint(record) + record, headerBytes);
  const batch = Buffer.allocUnsafe(size);
  batch.fill(0, 0, headerBytes);
  batch.writeInt32BE(size - 12, 8);
  batch.writeInt8(2, 16);
  batch.writeInt32BE(messages.length - 1, 23);
  batch.writeBigInt64BE(BigInt(now), 27);
  batch.writeBigInt64BE(BigInt(now), 35);
  batch.writeBigInt64BE(-1n, 43);
  batch.writeInt32BE(messages.length, 57);
  let at = headerBytes;
  for (let offset = 0; offset < messages.length; offset++) {
    const message = messages[offset];
    const length = lengths[offset];
    if (!message || !length) continue;
    at = writeVarint(batch, at, length.record);
    batch[at++] = 0; // attributes
    batch[at++] = 0; // time, relative to the first record's
    at = writeVarint(batch, at, offset);
    at = writeVarint(batch, at, length.keyBytes);
    at += batch.write(message.key, at);
    at = writeVarint(batch, at, message.value.length);
    batch.set(message.value, at);
    at += message.value.length;
    batch[at++] = 0; // headers
  }
  batch.writeUInt32BE(crc32c(batch, 21), 17);
  return batch;
}

/** Varints have 7 bits a byte; "zigzag" doubles non-negative numbers. */
function sizeOfVarint(value: number): number {
  let bytes = 1;
  for (let rest = value * 2; rest >= 128; rest = Math.floor(rest / 128)) bytes++;
  return bytes;
}

function writeVarint(buffer: Buffer, start: number, value: number): number {
  let at = start;
  let rest = value * 2;
  for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[at++] = (rest & 127) | 128;
  buffer[at++] = rest;
  return at;
}
