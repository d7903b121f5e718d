import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { dueDays } from './due.ts';
import { dropStaleStages, rebuildDay, settleMs } from './rebuild.ts';
import { rollups } from './tables.ts';

/** How often it looks whether a day is behind: one small query for each table. */
const lookMs = 60_000;
/** A day that pings keep touching is made anew about this often. */
const restMs = 180_000;

const closeWaitMs = 3000;

export interface RollingUp {
  /** Gives up the day under way, which stays as it was. */
  close(): Promise<void>;
}

/**
 * Keeps the rollups up with the entity tables, the newest days first, until it is closed. Any number of processes may do so
 * at once: a day that another one did a short while ago is left alone. When the database is away it tries again later:
 * reports then read more from the entity tables, and stay exact.
 */
export function keepRolledUp(client: ClickHouseClient, logger: Logger): RollingUp {
  const closing = new AbortController();
  const done = loop();

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      const begun = performance.now();
      try {
        await rollUp();
      } catch (error) {
        if (closing.signal.aborted) return;
        logger.warn({ err: error }, 'the rollups could not be brought up to date; trying again');
      }
      // It takes no more than a fifth of the time of one core, however much there is to do.
      const pause = Math.max(lookMs, 4 * (performance.now() - begun));
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function rollUp(): Promise<void> {
    await dropStaleStages(client);
    for (const rollup of rollups) {
      for (const date of await dueDays(client, rollup, (settleMs + restMs) / 1000)) {
        if (closing.signal.aborted) return;
        await rebuildDay(client, rollup, date, { signal: closing.signal });
      }
    }
  }

  return {
    async close() {
      closing.abort();
      // A database that does not answer is not waited for.
      await Promise.race([done, sleep(closeWaitMs, undefined, { ref: false })]);
    },
  };
}
