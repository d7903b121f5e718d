import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { dueDays } from './due.ts';
import { dropStaleStages, rebuildDay, watermarkLagMs } from './rebuild.ts';
import { settledTables } from './tables.ts';
import { createWaiting, type Stale } from './waiting.ts';

export interface LoopOptions {
  /** How often it looks for stale days: one small query for each table. Milliseconds, like all of these. */
  lookMs?: number;
  /** How many times as long as it has worked it then pauses: with 4 it takes at most a fifth of the time of one core. */
  pauseFactor?: number;
  /** A day that pings keep touching is rebuilt again this long after its last watermark plus the lag of watermarks. */
  restMs?: number;
  /** The pause after a day's first failure; it doubles with each further one, up to six hours. */
  retryMs?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

const closeWaitMs = 3000;

/** The state of a settled table, as this process saw it since it began. */
export interface SettledState extends Stale {
  table: string;
}

export interface SettleLoop {
  /** One for each table. */
  state(): SettledState[];
  /** Gives up the rebuild under way; its day stays as it was. */
  close(): Promise<void>;
}

/**
 * Rebuilds stale days until it is closed: all tables of the newest day, then those of the day before it, as a report needs
 * several tables of one day. Any number of processes may do so at once: a day that another one rebuilt a short while ago is
 * left alone. When the database is away it tries again later: reports then read more from the entity tables, and stay exact.
 *
 * A failed rebuild stops no other day and no other table. It is tried again after a pause that grows with each failure.
 */
export function startSettleLoop(
  client: ClickHouseClient,
  logger: Logger,
  {
    lookMs = 60_000,
    pauseFactor = 4,
    restMs = 180_000,
    retryMs = 300_000,
    clock = Date.now,
  }: LoopOptions = {},
): SettleLoop {
  const closing = new AbortController();
  const waiting = settledTables.map((table) => ({ table, days: createWaiting(retryMs, clock) }));
  const done = run();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const begun = performance.now();
      try {
        await rebuildStaleDays();
      } catch (error) {
        if (closing.signal.aborted) return;
        logger.warn({ err: error }, 'stale days could not be looked for; trying again');
      }
      const pause = Math.max(lookMs, pauseFactor * (performance.now() - begun));
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function rebuildStaleDays(): Promise<void> {
    await dropStaleStages(client);
    while (!closing.signal.aborted) {
      // After each day, as today may be stale again and others may have rebuilt some.
      for (const { table, days } of waiting) days.see(await dueDays(client, table, watermarkLagMs + restMs));
      const newest = waiting
        .flatMap(({ days }) => days.next())
        .toSorted()
        .at(-1);
      if (newest === undefined) return;
      for (const one of waiting) if (one.days.next().includes(newest)) await rebuild(one, newest);
    }
  }

  async function rebuild({ table, days }: (typeof waiting)[number], date: string): Promise<void> {
    if (closing.signal.aborted) return;
    try {
      await rebuildDay(client, table, date, { signal: closing.signal });
      days.rebuilt(date);
    } catch (error) {
      if (closing.signal.aborted) return;
      const about = { err: error, table: table.name, date, ...days.failed(date) };
      logger.warn(about, 'a rebuild failed; those of other days and tables go on');
    }
  }

  return {
    state: () => waiting.map(({ table: { name: table }, days }) => ({ table, ...days.state() })),
    async close() {
      closing.abort();
      // A database that does not answer is not waited for.
      await Promise.race([done, sleep(closeWaitMs, undefined, { ref: false })]);
    },
  };
}
