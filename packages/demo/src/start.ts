import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tallyhouse/service';
import { pingsOfDay } from './day.ts';
import { keepVisiting } from './live.ts';
import { dayOf } from './rhythm.ts';
import { type InsertPings, storeDay } from './store.ts';

/** On a busy machine a connection may be closed while a day is sent. */
const tries = 5;

export interface DemoOptions {
  /** The number of days to fill, up to now. */
  days: number;
  /** Called after each day with their stored share, up to 1. */
  progress: (done: number) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/**
 * Stores the given number of days of made-up traffic, up to now, then keeps adding visitors until it is closed. Days and ids depend only on
 * the date: storing a day again changes nothing, and a later start adds the time since.
 * @throws the error of an insert after five failures in a row
 */
export async function startDemo({
  days,
  progress,
  clock,
  insertPings,
  logger,
}: DemoOptions & { insertPings: InsertPings; logger: Logger }): Promise<{ close(): Promise<void> }> {
  const now = clock();
  for (let done = 1; done <= days; done++) {
    const day = dayOf(now) - days + done;
    const pings = pingsOfDay(day);
    await persistently(() => storeDay(insertPings, day, pings, { until: now }));
    progress(done / days);
  }
  return keepVisiting({ insertPings, logger, clock, since: now });
}

async function persistently(act: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await act();
    } catch (error) {
      if (tried === tries) throw error;
      await sleep(200 * tried);
    }
  }
}
