import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { dueDays } from './due.ts';
import { dropStaleStages, rebuildDay, settleMs } from './rebuild.ts';
import { rollups } from './tables.ts';
import { createWaiting } from './waiting.ts';

export interface KeepOptions {
  /** How often it looks whether a day is behind: one small query for each table. Milliseconds, like all of these. */
  lookMs?: number;
  /** How many times as long as it has worked it then pauses: with 4 it takes no more than a fifth of the time of one core. */
  pauseFactor?: number;
  /** A day that pings keep touching is made anew about this often. */
  restMs?: number;
  /** The pause after a day's first failure; it doubles with each further one, up to six hours. */
  retryMs?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

const closeWaitMs = 3000;

/** How a rollup stands, as this process saw it since it began. */
export interface RollupState {
  table: string;
  /** For how many seconds the day that has waited longest is behind; 0 when none is. */
  dueSeconds: number;
  /** That day, `YYYY-MM-DD`. */
  dueDate: string | undefined;
  /** How often a day of it could not be made. */
  failures: number;
  /** When a day of it was made last, milliseconds since 1970. */
  madeAt: number | undefined;
}

export interface RollingUp {
  /** One for each rollup. */
  state(): RollupState[];
  /** Gives up the day under way, which stays as it was. */
  close(): Promise<void>;
}

/**
 * Keeps the rollups up with the entity tables, the newest days first, until it is closed. Any number of processes may do so
 * at once: a day that another one did a short while ago is left alone. When the database is away it tries again later:
 * reports then read more from the entity tables, and stay exact.
 *
 * A day of a rollup that cannot be made stops no other day and no other rollup. It is tried again after a pause that grows
 * with each failure.
 */
export function keepRolledUp(
  client: ClickHouseClient,
  logger: Logger,
  {
    lookMs = 60_000,
    pauseFactor = 4,
    restMs = 180_000,
    retryMs = 300_000,
    clock = Date.now,
  }: KeepOptions = {},
): RollingUp {
  const closing = new AbortController();
  const waiting = rollups.map((rollup) => ({ rollup, days: createWaiting(retryMs, clock) }));
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
      const pause = Math.max(lookMs, pauseFactor * (performance.now() - begun));
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function rollUp(): Promise<void> {
    await dropStaleStages(client);
    // All of them first, so that what waits is known however long the first takes.
    for (const one of waiting) await look(one);
    for (const one of waiting) {
      const { rollup, days } = one;
      // Others may have made some meanwhile.
      await look(one);
      for (const date of days.next()) {
        if (closing.signal.aborted) return;
        try {
          await rebuildDay(client, rollup, date, { signal: closing.signal });
          days.made(date);
        } catch (error) {
          if (closing.signal.aborted) return;
          const about = { err: error, table: rollup.table, date, ...days.failed(date) };
          logger.warn(about, 'a day of a rollup could not be made; the others go on');
        }
      }
    }
  }

  async function look({ rollup, days }: (typeof waiting)[number]): Promise<void> {
    days.see(await dueDays(client, rollup, (settleMs + restMs) / 1000));
  }

  return {
    state: () => waiting.map(({ rollup: { table }, days }) => ({ table, ...days.state() })),
    async close() {
      closing.abort();
      // A database that does not answer is not waited for.
      await Promise.race([done, sleep(closeWaitMs, undefined, { ref: false })]);
    },
  };
}
