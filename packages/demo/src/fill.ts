import { setTimeout as sleep } from 'node:timers/promises';
import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';
import { type InsertPings, storeDay } from './store.ts';

/** On a busy machine a connection may be closed while a day is sent. */
const tries = 5;

export interface FillDeps {
  insertPings: InsertPings;
  /** Milliseconds since 1970. */
  now: number;
  days: number;
  /** Called after each day with the finished share, up to 1. */
  progress: (done: number) => void;
}

/**
 * Stores the given number of days of made-up traffic, up to now. Days and ids depend only on the date: storing a day again changes nothing,
 * and a later start adds the time since.
 * @throws the error of an insert after five failures in a row
 */
export async function fillDemo({ insertPings, now, days, progress }: FillDeps): Promise<void> {
  const today = dayOf(now);
  for (let done = 1; done <= days; done++) {
    const day = today - days + done;
    const pings = pingsOfDay(day);
    await persistently(() => storeDay(insertPings, day, pings, { until: now }));
    progress(done / days);
  }
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
