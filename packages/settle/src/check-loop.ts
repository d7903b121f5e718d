/** Compares the last settled days with a rebuild, repeatedly: a wrong day shows in a metric, not only in `tallyhouse verify`. */
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { command, select } from '@tallyhouse/clickhouse';
import { day } from '@tallyhouse/facts';
import { type Logger, repeated } from '@tallyhouse/service';
import { raw, sql, text, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import { compareDays } from './compare.ts';
import { settledTables } from './tables/index.ts';

export interface CheckOptions {
  /** How many of the last days are compared, today included; 0 for none. */
  days: number;
  everyMs?: number;
  /** The pause after a run, as a multiple of its duration: with 9 it uses at most a tenth of one core. */
  pauseFactor?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Resolves when the database may be queried. */
  ready?: () => Promise<void>;
}

/** The result of the last run for a settled table. */
export interface CheckedTable {
  table: string;
  /** Number of days that differ. */
  differing: number;
}

/** TABLE_ALREADY_EXISTS */
const exists = '57';
/**
 * A claim to a run, held by the process that creates this table. It is named like a stage, which the consumer's user may create, and which is
 * dropped when its process is gone.
 */
const claim = 'settled_checks_stage_00000000000000000000000000000000';

/** Runs until it is closed. Only one process compares at a time. */
export function startCheckLoop(
  client: ClickHouseClient,
  logger: Logger,
  { days, everyMs = 3_600_000, pauseFactor = 9, clock = Date.now, ready = async () => {} }: CheckOptions,
) {
  const nothing = settledTables.map(({ name }) => ({ table: name, differing: 0 }));
  let state: readonly CheckedTable[] = nothing;
  let checkedAt: number | undefined;
  const loop =
    days > 0
      ? repeated(run, {
          // Not at the start, which has other work.
          delayMs: everyMs / 12,
          pauseAfter: (took) => Math.max(everyMs, pauseFactor * took),
          failed: (err) => logger.warn({ err }, 'comparing settled days with a rebuild failed; retrying'),
        })
      : undefined;

  async function run(signal: AbortSignal): Promise<void> {
    await ready();
    if (await claimTurn()) await compareAll(signal);
    else [state, checkedAt] = [nothing, undefined];
  }

  /** A claim lasts until shortly before the next run, which any process may then claim. One of the future is of a clock that was ahead. */
  async function claimTurn(): Promise<boolean> {
    const seconds = Math.floor((everyMs * 0.9) / 1000);
    const old = await select(
      client,
      sql`select name from system.tables where database = currentDatabase() and name = ${text(claim)}
        and abs(now() - metadata_modification_time) >= ${uint32(seconds)}`,
      z.object({ name: z.string() }),
    );
    if (old.length > 0) await command(client, sql`drop table if exists ${raw(claim)} sync`);
    try {
      await command(client, sql`create table ${raw(claim)} (one UInt8) engine = MergeTree order by one`);
      return true;
    } catch (error) {
      if (error instanceof ClickHouseError && error.code === exists) return false;
      throw error;
    }
  }

  async function compareAll(signal: AbortSignal): Promise<void> {
    const to = clock();
    const from = Math.floor(to / day) * day - (days - 1) * day;
    const found: CheckedTable[] = [];
    for (const table of settledTables) {
      const { differing } = await compareDays(client, table, { from, to, signal });
      for (const { date, rows } of differing)
        logger.error(
          { table: table.name, date, rows },
          'a settled day differs from a rebuild: reports of it are wrong until tallyhouse settle rebuilds it',
        );
      found.push({ table: table.name, differing: differing.length });
    }
    [state, checkedAt] = [found, clock()];
  }

  return {
    /** The result for each table from the last run; without differences when another process ran it. */
    state: () => state,
    /** When it ended, milliseconds since 1970. */
    checkedAt: () => checkedAt,
    close: async () => loop?.close(),
  };
}
