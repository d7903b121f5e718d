import type { ClickHouseClient } from '@clickhouse/client';
import { type Logger, repeated } from '@tallyhouse/service';
import { createSettledTables, dropUnusedTables } from './keep.ts';
import type { Clock } from './look/clock.ts';
import { createLook } from './look/look.ts';
import { dropStaleStages, rebuildDay, watermarkLagMs } from './rebuild.ts';
import { settledTables } from './tables/index.ts';
import { createWaiting, type Stale } from './waiting.ts';

/** A day that keeps changing is rebuilt again this long after its last watermark plus the lag of watermarks. */
const restMs = 180_000;

export interface LoopOptions {
  /** How often to look for stale days, by a few small queries. Milliseconds, like all of these. */
  lookMs?: number;
  /** Pause after work, as a multiple of its duration, at most ten looks: with 4 it uses a fifth of one core, and more in a long backlog. */
  pauseFactor?: number;
  /** The pause after a day's first failure; it doubles with each further one, up to six hours. */
  retryMs?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Resolves when the database may be written to. Awaited before each look. */
  ready?: () => Promise<void>;
}

/** The state of a settled table, as seen by this process since its start. */
export interface SettledState extends Stale {
  table: string;
}

export interface SettleLoop {
  /** One for each table. */
  state(): SettledState[];
  /** From the last look; undefined before the first one. */
  clock(): Clock | undefined;
  /** Aborts the rebuild in progress; its day stays as it was. */
  close(): Promise<void>;
}

/**
 * Rebuilds stale days until it is closed: all tables of the newest day, then those of the day before, because a report needs
 * several tables of one day. Any number of processes may do so at once: a day that another one rebuilt recently is left
 * alone. When the database is unreachable, it retries later: reports then read more from the entity tables, and stay exact.
 *
 * A failed rebuild stops no other day or table. It is retried after a pause that grows with each failure.
 */
export function startSettleLoop(
  client: ClickHouseClient,
  logger: Logger,
  {
    lookMs = 60_000,
    pauseFactor = 4,
    retryMs = 300_000,
    clock = Date.now,
    ready = async () => {},
  }: LoopOptions = {},
): SettleLoop {
  const waiting = settledTables.map((table) => ({ table, days: createWaiting(retryMs, clock) }));
  const look = createLook(client);
  let seen: Clock | undefined;
  const { close } = repeated(rebuildStaleDays, {
    pauseAfter: (took) => Math.max(lookMs, Math.min(pauseFactor * took, 10 * lookMs)),
    failed: (err) => logger.warn({ err }, 'looking for stale days failed; retrying'),
  });

  async function rebuildStaleDays(signal: AbortSignal): Promise<void> {
    await ready();
    await dropStaleStages(client);
    await createSettledTables(client);
    while (!signal.aborted) {
      // After each day, as today may be stale again and other processes may have rebuilt some.
      const { due, clock: found } = await look(watermarkLagMs + restMs);
      seen = found;
      if ([...due.values()].every((days) => days.length === 0)) await dropUnusedTables(client, clock());
      for (const { table, days } of waiting) days.see(due.get(table.name) ?? []);
      const newest = waiting
        .flatMap(({ days }) => days.next())
        .toSorted()
        .at(-1);
      if (newest === undefined) return;
      for (const one of waiting) if (one.days.next().includes(newest)) await rebuild(one, newest, signal);
    }
  }

  async function rebuild({ table, days }: (typeof waiting)[number], date: string, signal: AbortSignal) {
    if (signal.aborted) return;
    try {
      await rebuildDay(client, table, date, { signal });
      days.rebuilt(date);
    } catch (error) {
      if (signal.aborted) return;
      const about = { err: error, table: table.name, date, ...days.failed(date) };
      logger.warn(about, 'a rebuild failed; other days and tables continue');
    }
  }

  return {
    state: () => waiting.map(({ table: { name: table }, days }) => ({ table, ...days.state() })),
    clock: () => seen,
    close,
  };
}
