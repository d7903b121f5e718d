import type { Logger } from '@tallyhouse/service';
import { cutTo } from '../cut.ts';
import { deliver } from '../deliver.ts';
import type { BatchControl, BatchHandler, OffsetRange } from '../log.ts';
import { readBatch } from './batch.ts';
import { offsetAt } from './offsets.ts';
import type { Store } from './store.ts';

/**
 * Reads the ranges independently of other readers. It takes no lease and writes nothing, so a killed read leaves nothing behind. It does
 * not prevent trimming: messages trimmed before they are read are left out.
 * @throws CorruptLogError
 */
export async function readRanges(
  store: Store,
  ranges: readonly OffsetRange[],
  handler: BatchHandler,
  logger: Logger,
  signal: AbortSignal,
): Promise<boolean> {
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  const control: BatchControl = { heartbeat: async () => {}, abandoned: () => ending.aborted };
  const cut = cutTo(ranges, handler);

  async function readOne({ partition, first, end }: OffsetRange): Promise<boolean> {
    for (let next = first; ; ) {
      if (ending.aborted) return false;
      store.refresh();
      const kept = offsetAt(store.starts(), partition);
      if (next < kept) next = kept;
      const last = offsetAt(store.ends(), partition);
      const until = end < last ? end : last;
      if (next >= until) return true;
      const batch = readBatch(store, partition, next, until);
      if (!(await deliver(batch, cut, control, logger, ending))) return false;
      next = (batch.offsets.at(-1) ?? next) + 1n;
    }
  }

  const readings = ranges.map((range) =>
    readOne(range).catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  await Promise.allSettled(readings);
  return (await Promise.all(readings)).every(Boolean);
}
