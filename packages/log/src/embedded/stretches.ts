import type { Stretch } from '../log.ts';
import { chunkWith } from './batch.ts';
import { offsetAt } from './offsets.ts';
import type { Store } from './store.ts';

/**
 * What was appended from one time on, up to another or the present end. The chunks' times are looked up by halving, which
 * takes 20 looks among a million; where the clock was set back, it may find a later place than the first.
 * @throws CorruptLogError
 */
export function findStretches(store: Store, from: number, to?: number): Stretch[] {
  store.refresh();
  const ends = store.ends();
  return store.starts().map((start, partition) => {
    const end = offsetAt(ends, partition);
    const first = offsetOf(store, partition, start, end, from);
    return { partition, first, end: to === undefined ? end : offsetOf(store, partition, first, end, to) };
  });
}

/** The first offset, from `start` on, of a chunk appended at the time or later; `end` when there is none. */
function offsetOf(store: Store, partition: number, start: bigint, end: bigint, time: number): bigint {
  let [low, high] = [start, end];
  while (low < high) {
    const { appendedAt, firstOffset, values } = chunkWith(store, partition, (low + high) / 2n);
    if (appendedAt >= time) high = firstOffset;
    else low = firstOffset + BigInt(values.length);
  }
  return high;
}
