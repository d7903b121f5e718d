import type { OffsetRange } from '../log.ts';
import { chunkWith } from './batch.ts';
import { offsetAt } from './offsets.ts';
import type { Store } from './store.ts';

/**
 * What was appended between two times, or from one time to the end. A binary search over the chunks' times takes 20
 * reads among a million; where the clock was set back, it may find a later offset than the first.
 * @throws CorruptLogError
 */
export function findOffsetRanges(store: Store, from: number, to?: number): OffsetRange[] {
  store.refresh();
  const ends = store.ends();
  return store.starts().map((start, partition) => {
    const end = offsetAt(ends, partition);
    const first = offsetOf(store, partition, start, end, from);
    return { partition, first, end: to === undefined ? end : offsetOf(store, partition, first, end, to) };
  });
}

/** The first offset, from `start`, of a chunk appended at the time or later; `end` when there is none. */
function offsetOf(store: Store, partition: number, start: bigint, end: bigint, time: number): bigint {
  let [low, high] = [start, end];
  while (low < high) {
    const { appendedAt, firstOffset, values } = chunkWith(store, partition, (low + high) / 2n);
    if (appendedAt >= time) high = firstOffset;
    else low = firstOffset + BigInt(values.length);
  }
  return high;
}
