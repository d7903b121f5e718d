import type { PingRow } from '@tallyhouse/ping';
import { type Logger, repeated } from '@tallyhouse/service';
import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';
import { type InsertPings, storeDay } from './store.ts';

export interface LiveDeps {
  insertPings: InsertPings;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Everything up to this time is already stored. */
  since: number;
  /** Milliseconds between two inserts; by default few enough to cost nothing. */
  everyMs?: number;
}

/**
 * Continues the day's visits in real time: the same ones that a later fill would store, each ping when it is due. Pings
 * that cannot be stored while ClickHouse is unavailable are stored once it is back.
 */
export function keepVisiting(deps: LiveDeps): { close(): Promise<void> } {
  const { insertPings, logger, clock, since, everyMs = 2000 } = deps;
  const pingsOf = rememberedDays();
  let stored = since;
  let failing = false;

  async function storeDue(): Promise<void> {
    const now = clock();
    // A visit may have started the day before.
    for (let day = dayOf(stored) - 1; day <= dayOf(now); day++) {
      await storeDay(insertPings, day, pingsOf(day), { after: stored, until: now });
    }
    stored = now;
    failing = false;
  }

  return repeated(storeDue, {
    pauseAfter: () => everyMs,
    failed(err) {
      if (!failing) logger.warn({ err }, 'could not store demo visits; retrying');
      failing = true;
    },
  });
}

/** Caches the latest days: generating one takes some milliseconds. */
function rememberedDays(): (day: number) => readonly PingRow[] {
  const days = new Map<number, readonly PingRow[]>();
  return (day) => {
    const pings = days.get(day) ?? pingsOfDay(day);
    days.set(day, pings);
    days.delete(day - 3);
    return pings;
  };
}
