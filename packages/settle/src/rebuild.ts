/**
 * Rebuilds one day of a settled table from the entity tables: into a table of its own (the stage), which then replaces the day at once. A
 * reader sees the old day or the new one, never none and never both.
 *
 * Concurrent rebuilds do no harm: each has its own stage, each swap brings the rows together with their watermark, and a rebuild that ends
 * after one with a later watermark is not swapped in. Where that must hold to the millisecond, because the older rows must not come back,
 * their stage is dropped first.
 *
 * A server that is killed in the middle of a swap may keep both days when it starts again: ClickHouse renames the new part before it marks
 * the old one as replaced. Such a day has two watermarks. Readers consider it live, and it is due. So is a day whose watermark is in the
 * future: the server's clock was ahead when it was rebuilt, and later pings are noted with earlier times. While the clock is ahead by less
 * than `watermarkLagMs`, no watermark is in the future, and none of these times before it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { command, only, select, withoutReplication } from '@tallyhouse/clickhouse';
import { day, dayWindow } from '@tallyhouse/facts';
import { raw, sql, text, uint32, unionAll } from '@tallyhouse/sql';
import { z } from 'zod';
import type { SettledTable } from './tables/define.ts';

/**
 * How long before its start the watermark of a rebuild is. A ping is noted in changed_days and changed_sessions when its
 * insert begins, and can be read when it ends. The consumer aborts an insert after half of this time and stores the batch
 * again, which notes it again.
 */
export const watermarkLagMs = 120_000;

/** QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING */
const sameIdIsRunning = '216';
/** How long to wait before a swap is retried when another one is running. Each takes a few milliseconds. */
const swapRetryMs = 50;

/** Memory limit of one statement, bytes. */
const memoryLimit = 2_000_000_000;

export interface RebuildOptions {
  memory?: number;
  /** Less than `watermarkLagMs` only where nothing is being stored at the same time. */
  lagMs?: number;
  /** Aborts the rebuild, with an error. The day stays as it was. */
  signal?: AbortSignal;
}

/** Settings for background work: one thread, little memory, and the rest on disk. */
const backgroundSettings = (memory: number): ClickHouseSettings => ({
  max_threads: 1,
  max_memory_usage: String(memory),
  max_bytes_before_external_group_by: String(Math.ceil(memory / 4)),
  max_bytes_ratio_before_external_sort: 0,
  max_bytes_before_external_sort: String(Math.ceil(memory / 4)),
  join_algorithm: 'grace_hash',
  max_bytes_in_join: String(Math.ceil(memory / 8)),
  // Paths may be thousands of bytes long: few rows at a time.
  max_block_size: '8192',
  min_insert_block_size_bytes: String(Math.ceil(memory / 64)),
  // Entity tables are sorted by session, so a group by session holds one session at a time.
  optimize_aggregation_in_order: 1,
  do_not_merge_across_partitions_select_final: 1,
  async_insert: 0,
  max_execution_time: 3600,
  // Sends something every ten seconds, so that the connection does not count as dead.
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: '10000',
});

/** Rebuilds a day. @param date `YYYY-MM-DD`, UTC */
export async function rebuildDay(
  client: ClickHouseClient,
  table: SettledTable,
  date: string,
  options: RebuildOptions = {},
): Promise<void> {
  await withStage(client, table, date, options, async (stage, watermark) => {
    // A report opens each part of each day, and more than one part a day slows it measurably.
    if ((await partsOf(client, stage)) > 1)
      await command(client, sql`optimize table ${raw(stage)} final`, {
        clickhouse_settings: backgroundSettings(options.memory ?? memoryLimit),
        ...(options.signal && { abort_signal: options.signal }),
      });
    await swap(client, table.stored, { date: z.iso.date().parse(date), stage, watermark }, options);
  });
}

/** Not from `system.parts`, which looks through the tables of all databases. */
async function partsOf(client: ClickHouseClient, table: string): Promise<number> {
  const rows = await select(
    client,
    sql`select uniqExact(_part) as parts from ${raw(table)}`,
    z.object({ parts: z.number() }),
  );
  return only(rows).parts;
}

/**
 * Replaces a day of the table by the one in the stage. When two replacements of a partition run at one time, ClickHouse may
 * keep both, the day doubled (seen on 26.7). So they run one at a time: the server never runs two queries with one id.
 */
async function swap(
  client: ClickHouseClient,
  table: string,
  { date, stage, watermark }: { date: string; stage: string; watermark: string },
  { signal }: RebuildOptions,
): Promise<void> {
  const replaceDay = sql`alter table ${raw(table)} replace partition '${raw(date)}' from ${raw(stage)}`;
  for (;;) {
    signal?.throwIfAborted();
    // Last, because another rebuild may have ended meanwhile. One that ends in the moment after it is replaced by ours: the day is then
    // as old as our watermark says, and is rebuilt again.
    if (await hasLaterWatermark(client, table, date, watermark)) return;
    try {
      await command(client, replaceDay, { query_id: `replace a day of ${table}` });
      return;
    } catch (error) {
      if (!(error instanceof ClickHouseError) || error.code !== sameIdIsRunning) throw error;
      await sleep(swapRetryMs);
    }
  }
}

/**
 * Whether the table's day has a later watermark than this one. A watermark in the future is from a clock that was ahead, and does not
 * count.
 */
async function hasLaterWatermark(
  client: ClickHouseClient,
  table: string,
  day: string,
  watermark: string,
): Promise<boolean> {
  const rows = await select(
    client,
    sql`select count() as later from {table:Identifier}
      where site_id = '' and day = {day:Date}
        and watermark > {watermark:DateTime64(3, 'UTC')} and watermark <= now64(3, 'UTC')`,
    z.object({ later: z.number() }),
    { table, day, watermark },
  );
  return only(rows).later > 0;
}

/** Fills a day into a stage, which is dropped after use. */
export async function withStage<Result>(
  client: ClickHouseClient,
  { stored, columns, fill, mark }: SettledTable,
  date: string,
  { lagMs = watermarkLagMs, signal, memory = memoryLimit }: RebuildOptions,
  use: (stage: string, watermark: string) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const query_id = randomUUID();
  const stage = `${stored}_stage_${query_id.replaceAll('-', '')}`;
  const range = { from: Date.parse(date), until: Date.parse(date) + day };
  const { engine, watermark } = await begin(client, stored, lagMs);
  const query_params = { stage, day: date, watermark };
  // Names and partitions cannot be parameters of such statements. The names are ours; the date is checked.
  await command(client, sql`create table ${raw(stage)} as ${raw(stored)} engine = ${raw(engine)}`);
  try {
    const rows = sql`
insert into {stage:Identifier} (day, watermark, ${raw(columns.join(', '))})
select {day:Date}, {watermark:DateTime64(3, 'UTC')}, *
from (
    ${unionAll([sql`select * from (${fill(dayWindow(range))})`, sql`select ${raw(mark.join(', '))}`])}
)`;
    await command(client, rows, {
      query_params,
      query_id,
      clickhouse_settings: backgroundSettings(memory),
      ...(signal && { abort_signal: signal }),
    });
    return await use(stage, watermark);
  } finally {
    // The server does not notice when the client no longer waits for an insert.
    if (signal?.aborted) await command(client, sql`kill query where query_id = ${text(query_id)} async`);
    await command(client, sql`drop table if exists ${raw(stage)}`);
  }
}

/**
 * The watermark of a rebuild that begins now, by the server's clock, which also dates the changes; and the engine of its stage: the table's
 * own, only on this server, because a swap brings the rows to the other replicas. Lets a replica fetch everything that the others have
 * stored so far. Else a rebuild would miss pings from before its watermark, and nothing would note that they came later.
 */
async function begin(client: ClickHouseClient, table: string, lagMs: number) {
  const rows = await select(
    client,
    sql`select engine_full, toString(now64(3, 'UTC') - toIntervalMillisecond(${uint32(lagMs)})) as watermark
      from system.tables where database = currentDatabase() and name = ${text(table)}`,
    z.object({ engine_full: z.string(), watermark: z.string() }),
  );
  const { engine_full, watermark } = only(rows);
  // Either all tables are replicated or none.
  if (engine_full.startsWith('Replicated')) await catchUp(client);
  return { engine: withoutReplication(engine_full), watermark };
}

async function catchUp(client: ClickHouseClient): Promise<void> {
  const replicated = await select(
    client,
    sql`select name from system.tables where database = currentDatabase() and engine like 'Replicated%'`,
    z.object({ name: z.string() }),
  );
  for (const { name } of replicated) await command(client, sql`system sync replica ${raw(name)} lightweight`);
}

/** Drops the stages of processes that died more than a day ago. */
export const dropStaleStages = (client: ClickHouseClient) => dropStages(client, 86_400);

/** Drops all stages: rebuilds in progress fail. @param age only those that are older, seconds */
export async function dropStages(client: ClickHouseClient, age = 0): Promise<void> {
  const stages = await select(
    client,
    sql`select name from system.tables
      where database = currentDatabase() and match(name, '_stage_[0-9a-f]{32}$')
        and metadata_modification_time <= now() - toIntervalSecond(${uint32(age)})`,
    z.object({ name: z.string() }),
  );
  for (const { name } of stages) await command(client, sql`drop table if exists ${raw(name)}`);
}
