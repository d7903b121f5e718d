import { setTimeout as sleep } from 'node:timers/promises';
import type { InsertPings } from '@tallyhouse/consumer';
import type { PingRow } from '@tallyhouse/ping';
import type { Logger } from '@tallyhouse/service';
import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';
import { storeDay } from './store.ts';

/** How long an insert that is under way is waited for in the end. It does no harm when it is cut off. */
const endMs = 1000;

export interface LiveDeps {
  insertPings: InsertPings;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** What happened up to here is stored already. */
  since: number;
  /** Between two looks at who is due, in milliseconds: by default few enough inserts to cost nothing. */
  everyMs?: number;
}

/**
 * Lets the day's visits go on as time goes by: the very ones that a later fill would store, each ping when it is due. What
 * cannot be stored, because ClickHouse is away, comes once it is back.
 */
export function keepVisiting(deps: LiveDeps): { close(): Promise<void> } {
  const { insertPings, logger, clock, since, everyMs = 2000 } = deps;
  const closing = new AbortController();
  const pingsOf = rememberedDays();
  let stored = since;
  let failing = false;

  async function storeDue(): Promise<void> {
    const now = clock();
    // A visit may have begun the day before.
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
          logger.warn({ err: error }, 'demo visits cannot be stored now; they are once it works again');
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

/** Of the days that were asked for last: making one takes some milliseconds. */
function rememberedDays(): (day: number) => readonly PingRow[] {
  const days = new Map<number, readonly PingRow[]>();
  return (day) => {
    const pings = days.get(day) ?? pingsOfDay(day);
    days.set(day, pings);
    days.delete(day - 3);
    return pings;
  };
}
