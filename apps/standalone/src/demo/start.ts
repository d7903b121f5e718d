import type { InsertPings } from '@tallyhouse/consumer';
import type { Logger } from '@tallyhouse/service';
import { fillDemo } from './fill.ts';
import { keepVisiting } from './live.ts';

export interface DemoOptions {
  /** How many days are filled, up to now. */
  days: number;
  /** Told the share of them that is stored, up to 1. */
  progress: (done: number) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Fills the demo site, and from then on lets visitors come until it is closed. @throws what an insert throws, while it fills */
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
