/**
 * One deletion at a time, in all processes, because they share the plan. And none while a restore fills the tables, or a backup copies them
 * one after the other, because it would contain partial data of the target. ClickHouse has no locks, but never runs two queries with one id:
 * so a sleeping query is the lock. It ends with the connection of the process, however that dies.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { command, databaseOf } from '@tallyhouse/clickhouse';
import { sql, text } from '@tallyhouse/sql';
import { isRunning } from './in-flight.ts';
import type { Place } from './servers.ts';
import sleepSql from './sleep.sql';

/** QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING */
const sameIdIsRunning = '216';
/** The server notices within a second or two that a process was killed. */
const graceMs = 10_000;
const pollMs = 50;

const lostText =
  'The lock that keeps deletions, backups and restores apart was lost: ClickHouse was restarted, or the connection to it ended. Run this again; a restore that was complete needs --replace.';

export class DeletionRunsError extends Error {
  override name = 'DeletionRunsError';
}

interface WaitOptions {
  /** How long to wait while another process holds the lock, milliseconds: ten seconds by default. */
  waitMs?: number;
  /** Called twice a second while waiting. */
  onWait?: () => void;
  signal?: AbortSignal;
}

/** Runs work while holding the lock. @throws DeletionRunsError when another process holds it for too long, or an Error when it was lost */
export async function whileLocked<Result>(
  client: ClickHouseClient,
  work: () => Promise<Result>,
  options: WaitOptions = {},
): Promise<Result> {
  const { isLost, release } = await lock(client, options);
  try {
    const result = await work();
    if (isLost()) throw new Error(lostText);
    return result;
  } finally {
    await release();
  }
}

/** Runs work while holding the locks of all servers. All processes take them in the same order. @throws DeletionRunsError */
export function whileAllLocked<Result>(
  [first, ...others]: readonly Pick<Place, 'client'>[],
  work: () => Promise<Result>,
  options?: WaitOptions,
): Promise<Result> {
  if (first === undefined) return work();
  return whileLocked(first.client, () => whileAllLocked(others, work, options), options);
}

async function lock(client: ClickHouseClient, { waitMs = graceMs, onWait, signal }: WaitOptions) {
  const id = `a deletion in ${await databaseOf(client)}`;
  for (let waited = 0; ; waited += 500) {
    const held = await tryLock(client, id);
    if (held) return held;
    if (waited >= waitMs)
      throw new DeletionRunsError(
        'Another deletion or restore is running, or a backup is copying the tables. Run this again when it has ended.',
      );
    onWait?.();
    await sleep(500, undefined, { signal });
  }
}

async function tryLock(client: ClickHouseClient, id: string) {
  const ending = new AbortController();
  const nonce = randomUUID();
  /** Why the query ended. */
  let end: unknown;
  const held = client
    .query({
      query: sleepSql,
      query_id: id,
      format: 'TabSeparated',
      abort_signal: ending.signal,
      clickhouse_settings: {
        log_comment: nonce,
        max_block_size: '1',
        max_execution_time: 0,
        function_sleep_max_microseconds_per_block: '3000000',
        // ClickHouse notices a closed connection at once only for a read-only query; for others, by the output every 40 seconds.
        readonly: '2',
        cancel_http_readonly_queries_on_client_close: 1,
        // Sends something at times, so that the connection does not count as dead.
        wait_end_of_query: 1,
        send_progress_in_http_headers: 1,
        http_headers_progress_interval_ms: '40000',
      },
    })
    .then((result) => result.text())
    .catch((error: unknown) => error)
    .then((reason) => {
      end = reason instanceof Error ? reason : new Error('the lock of the deletion ended early');
    });
  // A second query with the id is refused, and never among the running ones.
  const itself = sql`query_id = ${text(id)} and Settings['log_comment'] = ${text(nonce)}`;
  const release = async () => {
    ending.abort();
    await held;
    // The server notices within a second, unless a proxy keeps the connection.
    for (let waited = 0; await isRunning(client, itself); waited += pollMs) {
      // With `sync` it would go by the id until none has it, and end the next holder's lock too.
      if (waited === graceMs) await command(client, sql`kill query where ${itself} async`);
      await sleep(pollMs);
    }
  };
  while (end === undefined) {
    if (await isRunning(client, itself)) return { isLost: () => end !== undefined, release };
    await sleep(pollMs);
  }
  if (end instanceof ClickHouseError && end.code === sameIdIsRunning) return undefined;
  throw end;
}
