import type { Batch } from 'kafkajs';
import { batchLimits } from '../batch-limits.ts';
import type { LogBatch } from '../log.ts';
import type { Fetched } from './lane.ts';

interface FetchedMessage {
  /** kafkajs' offsets are decimal strings. */
  offset: string;
  /** Null is Kafka's tombstone; nothing here writes one, and it is read as an empty value. */
  value: Buffer | null;
}

/**
 * Splits one fetch into batches of at most 50,000 messages and 16 MiB: a fetch is limited in bytes on the wire, and
 * compressed messages expand to many times that. The only batch of a fetch without messages is empty.
 */
export function* slices(partition: number, messages: readonly FetchedMessage[]): Generator<LogBatch> {
  let slice: LogBatch = { partition, offsets: [], values: [] };
  let bytes = 0;
  for (const { offset, value } of messages) {
    const size = value?.length ?? 0;
    const full = slice.values.length === batchLimits.messages || bytes + size > batchLimits.bytes;
    if (full && slice.values.length > 0) {
      yield slice;
      slice = { partition, offsets: [], values: [] };
      bytes = 0;
    }
    slice.offsets.push(BigInt(offset));
    slice.values.push(value ?? Buffer.alloc(0));
    bytes += size;
  }
  yield slice;
}

/** Decoded at once, not when the batch is handled: then the handler would wait for it. The bounds include markers of transactions. */
export function fetchedOf(batch: Batch): Fetched {
  const { partition, messages } = batch;
  const [first, last] = [BigInt(batch.firstOffset() ?? 0), BigInt(batch.lastOffset())];
  return { first, last, batches: [...slices(partition, messages)] };
}
