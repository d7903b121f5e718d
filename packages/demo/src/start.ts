import type { Logger } from '@tallyhouse/service';
import { fillDemo } from './fill.ts';
import { keepVisiting } from './live.ts';
import type { InsertPings } from './store.ts';

export interface DemoOptions {
  /** The number of days to fill, up to now. */
  days: number;
  /** Called with their stored share, up to 1. */
  progress: (done: number) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Fills the demo site, then keeps adding visitors until it is closed. @throws the error of an insert while filling */
export async function startDemo({
  days,
  progress,
  clock,
  insertPings,
  logger,
}: DemoOptions & { insertPings: InsertPings; logger: Logger }): Promise<{ close(): Promise<void> }> {
  const now = clock();
  await fillDemo({ insertPings, now, days, progress });
  return keepVisiting({ insertPings, logger, clock, since: now });
}
