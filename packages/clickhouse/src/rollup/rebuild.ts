/**
 * Makes one day of a rollup anew from the entity tables: into a table of its own, then put in the day's place at once. A
 * reader sees the day as it was or as it is, never without it and never twice. Several runs at once do no harm: each has
 * its own table, each swap brings the rows together with the time up to which they are complete, and a run that ends after
 * one that began later is not swapped in.
 *
 * A fill takes no more than its memory limit, however much a day holds and however long its texts are: runs.ts.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { z } from 'zod';
import { only, select } from '../select.ts';
import { isDivisible, type Runs, runsFor, sizeOf } from './runs.ts';
import type { Rollup } from './tables.ts';

/**
 * A ping is marked as being stored (touched_hours) when its insert begins, and can be read when it ends. So a rebuild
 * takes only those for granted that were marked this long ago: the consumer gives an insert up after half of it, and
 * stores the batch again, which marks it again.
 */
export const settleMs = 120_000;

/** QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING */
const sameIdIsRunning = '216';
/** MEMORY_LIMIT_EXCEEDED */
const memoryLimitExceeded = '241';
/** How often the runs of a day are made twice as many before it counts as one that cannot be made. */
const mostHalvings = 4;
/** How long a replacement waits for its turn before it tries again. Each takes a few milliseconds. */
const turnMs = 50;

/** Of one statement, bytes. */
const memoryLimit = 2_000_000_000;

export interface RebuildOptions {
  /** The memory that a statement may take, bytes. */
  memory?: number;
  /** How often the runs are halved from the beginning. */
  halvings?: number;
  /** How old a mark has to be, milliseconds. Less than settleMs only where nothing is being stored meanwhile. */
  settled?: number;
  /** Ends the work early, with an error. The day stays as it was. */
  signal?: AbortSignal;
}

/** In the background: one thread, and on disk what does not fit into little memory. */
const gently = (memory: number): ClickHouseSettings => ({
  max_threads: 1,
  priority: '10',
  max_memory_usage: String(memory),
  max_bytes_before_external_group_by: String(Math.ceil(memory / 4)),
  max_bytes_before_external_sort: String(Math.ceil(memory / 4)),
  async_insert: 0,
  max_execution_time: 3600,
  // Something comes back every ten seconds, so that the connection is not taken for dead.
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: '10000',
});

/** @param date `YYYY-MM-DD`, UTC */
export async function rebuildDay(
  client: ClickHouseClient,
  rollup: Rollup,
  date: string,
  options: RebuildOptions = {},
): Promise<void> {
  await withDay(client, rollup, date, options, async (stage) => {
    if (await isNewer(client, rollup.table, stage)) return;
    // Its rows come in a part for each run, and one for the mark. A report opens a part of each day: half as many are felt.
    await client.command({
      query: `optimize table ${stage} final`,
      clickhouse_settings: gently(options.memory ?? memoryLimit),
      ...(options.signal && { abort_signal: options.signal }),
    });
    await replaceDay(client, rollup.table, z.iso.date().parse(date), stage, options);
  });
}

/**
 * Puts a day that was made into the table. Of two replacements of a partition at one time ClickHouse may leave both in place,
 * the day doubled (seen on 26.7), so they take turns: the server runs no two queries of one id, whoever sent them.
 */
async function replaceDay(
  client: ClickHouseClient,
  table: string,
  date: string,
  stage: string,
  { signal }: RebuildOptions,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      await client.command({
        query: `alter table ${table} replace partition '${date}' from ${stage}`,
        query_id: `replace a day of ${table}`,
      });
      return;
    } catch (error) {
      if (!(error instanceof ClickHouseError) || error.code !== sameIdIsRunning) throw error;
      await sleep(turnMs);
    }
  }
}

/** Whether a day is complete up to a later time than the one in `stage`. */
async function isNewer(client: ClickHouseClient, table: string, stage: string): Promise<boolean> {
  const rows = await select(
    client,
    `select count() as newer from ${table}
      join ${stage} as made using (site_id, slot)
      where site_id = '' and ${table}.complete_until > made.complete_until`,
    z.object({ newer: z.coerce.number() }),
  );
  return only(rows).newer > 0;
}

/** Makes a day in a table of its own, which is gone once it was used. */
export async function withDay<Result>(
  client: ClickHouseClient,
  rollup: Rollup,
  date: string,
  options: RebuildOptions,
  use: (stage: string) => Promise<Result>,
): Promise<Result> {
  const { memory = memoryLimit } = options;
  const size = await sizeOf(client, date);
  // When a run is too large all the same, a fresh stage is filled in twice as many.
  for (let halvings = options.halvings ?? 0; ; halvings++) {
    const runs = runsFor(rollup, size, memory, halvings);
    try {
      return await withStage(client, rollup, date, runs, options, use);
    } catch (error) {
      const tooLarge = error instanceof ClickHouseError && error.code === memoryLimitExceeded;
      if (!tooLarge || halvings === mostHalvings || !isDivisible(rollup)) throw error;
    }
  }
}

async function withStage<Result>(
  client: ClickHouseClient,
  { table, fill, fillInPieces = fill }: Rollup,
  date: string,
  { runs, settings }: Runs,
  { settled = settleMs, signal, memory = memoryLimit }: RebuildOptions,
  use: (stage: string) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const query_id = randomUUID();
  const stage = `${table}_stage_${query_id.replaceAll('-', '')}`;
  const query_params = {
    stage,
    day: `${date} 00:00:00`,
    complete_until: await serverTime(client, settled),
  };
  // Such statements take no parameters for names and partitions. The names are ours; that the date is one is checked.
  await client.command({ query: `create table ${stage} as ${table}` });
  try {
    for (const run of runs) {
      signal?.throwIfAborted();
      await client.command({
        query: run.pieces > 1 ? fillInPieces : fill,
        query_params: { ...query_params, ...run },
        query_id,
        clickhouse_settings: { ...gently(memory), ...settings },
        ...(signal && { abort_signal: signal }),
      });
    }
    await client.command({
      query: `insert into {stage:Identifier} (site_id, slot, complete_until)
        select '', {day:DateTime('UTC')}, {complete_until:DateTime64(3, 'UTC')}`,
      query_params,
      clickhouse_settings: { async_insert: 0 },
    });
    return await use(stage);
  } finally {
    // The server does not notice that an insert is waited for no more.
    if (signal?.aborted)
      await client.command({
        query: 'kill query where query_id = {query_id:String} async',
        query_params: { query_id },
      });
    await client.command({ query: `drop table if exists ${stage}` });
  }
}

/** Drops what runs left behind that died more than a day ago. */
export async function dropStaleStages(client: ClickHouseClient): Promise<void> {
  const stages = await select(
    client,
    `select name from system.tables
      where database = currentDatabase() and match(name, '_stage_[0-9a-f]{32}$')
        and metadata_modification_time < now() - interval 1 day`,
    z.object({ name: z.string() }),
  );
  for (const { name } of stages) await client.command({ query: `drop table if exists ${name}` });
}

/** The server's own time, by which it marks pings too, less so many milliseconds. */
async function serverTime(client: ClickHouseClient, ago: number): Promise<string> {
  const rows = await select(
    client,
    `select toString(now64(3, 'UTC') - toIntervalMillisecond({ago:UInt32})) as time`,
    z.object({ time: z.string() }),
    { ago },
  );
  return only(rows).time;
}
