import { setTimeout as sleep } from 'node:timers/promises';
import type { PingRow } from '@tallyhouse/ping';
import type { Logger } from '@tallyhouse/service';
import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';
import { type InsertPings, storeDay } from './store.ts';

/** How long to wait for a running insert at the end. Cutting it off does no harm. */
const endMs = 1000;

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
  const closing = new AbortController();
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
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await storeDue();
        failing = false;
      } catch (error) {
        if (!failing && !closing.signal.aborted) {
          logger.warn({ err: error }, 'could not store demo visits; retrying');
        }
        failing = true;
      }
      await sleep(everyMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async close() {
      closing.abort();
      await Promise.race([running, sleep(endMs, undefined, { ref: false })]);
    },
  };
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
