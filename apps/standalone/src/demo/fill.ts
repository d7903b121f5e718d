import type { InsertPings } from '@tallyhouse/consumer';
import { encodeRow, rowVersion, unloggedPartition } from '@tallyhouse/ping';
import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';

const demoDays = 30;

export interface FillDeps {
  /** As the consumer stores a batch, so that all tables are filled as by real pings. */
  insertPings: InsertPings;
  /** Milliseconds since 1970. */
  now: number;
  /** Called after each day, with the share that is done, up to 1. */
  progress: (done: number) => void;
}

/**
 * Stores 30 days of made-up traffic, up to now. Days and ids follow from the date alone: a day that was stored before is
 * stored again without a trace, and a later start adds the days since.
 */
export async function fillDemo({ insertPings, now, progress }: FillDeps): Promise<void> {
  const today = dayOf(now);
  for (let done = 1; done <= demoDays; done++) {
    const day = today - demoDays + done;
    const pings = pingsOfDay(day).filter(({ pinged_at }) => pinged_at <= now);
    await insertPings({
      version: rowVersion,
      partition: unloggedPartition,
      offsets: pings.map((_, index) => BigInt(day) * 1_000_000n + BigInt(index)),
      values: pings.map(encodeRow),
    });
    progress(done / demoDays);
  }
}
