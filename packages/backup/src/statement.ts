/** ClickHouse's own statements BACKUP and RESTORE, one at a time, with their progress. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { command, select } from '@tallyhouse/clickhouse';
import { bytesOf, type Progress } from '@tallyhouse/service';
import { join, raw, type Sql, sql, text, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { tablesBeside } from './folder.ts';
import type { Manifest } from './manifest.ts';

/** The link to a folder of backups in the folder that the embedded server may write: names in a chain stay the same when it moves. */
export const linkName = 'to';

/** Where a server writes and reads the tables of a backup, as SQL. @param shard undefined for a single server */
export function destination(location: Manifest['location'], name: string, shard: number | undefined): Sql {
  switch (location.kind) {
    case 'inside':
      return sql`File(${quoted(`${linkName}/${name}/tables`)})`;
    case 'path':
      return sql`File(${quoted(`${location.path}/${tablesBeside(name, shard)}`)})`;
    case 'disk':
      return sql`Disk(${quoted(location.disk)}, ${quoted(shard === undefined ? name : tablesBeside(name, shard))})`;
  }
}

const quoted = (value: string) => raw(`'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
/** The name of another database or table. */
export const named = (name: string): Sql =>
  raw(`\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``);

const status = z.object({ all: z.number(), added: z.number(), read: z.number() });

/** QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING; or two began in the same millisecond, which names them. */
const isSame = ({ code, message }: ClickHouseError) => code === '216' || /with the same ID/.test(message);
const pollMs = 500;

type Kind = 'backup' | 'restore';
const queryIdOf = (what: Kind) => `tallyhouse ${what}`;
const isRunning = (what: Kind) =>
  new Error(
    `A ${what} is running in this ClickHouse already, perhaps of a command that was killed. Run this again when it has ended.`,
  );

/** @throws an Error when one of these is running */
export async function refuseRunning(client: ClickHouseClient, ...kinds: Kind[]): Promise<void> {
  const running = await select(
    client,
    sql`select query_id from system.processes where query_id in ${texts(kinds.map(queryIdOf))}`,
    z.object({ query_id: z.string() }),
  );
  const found = kinds.find((what) => running.some(({ query_id }) => query_id === queryIdOf(what)));
  if (found !== undefined) throw isRunning(found);
}

/**
 * Runs a BACKUP or RESTORE until it ends. The server never runs two queries with one id: so it runs one of these at a time, whoever started
 * it, and one whose command was killed can be found.
 * @param statement without settings
 * @returns bytes of all files, and of the added ones
 * @throws an Error with the server's reason
 */
export async function runStatement(
  client: ClickHouseClient,
  { what, id, statement, settings }: { what: Kind; id: string; statement: Sql; settings: Sql[] },
  show: Progress['show'],
  signal: AbortSignal,
): Promise<{ all: number; added: number }> {
  signal.throwIfAborted();
  const query_id = queryIdOf(what);
  let over = false;
  const all = join([sql`id = ${quoted(id)}`, ...settings], ', ');
  const running = command(client, sql`${statement} settings ${all}`, { query_id }).finally(() => {
    over = true;
  });
  running.catch(() => {});
  const rows = sql`select total_size as all, compressed_size as added, bytes_read as read from system.backups where id = ${text(id)}`;
  const seen = async () => (await select(client, rows, status))[0];
  const kill = () =>
    void command(client, sql`kill query where query_id = ${text(query_id)} async`).catch(() => {});
  signal.addEventListener('abort', kill, { once: true });
  while (!over) {
    await Promise.race([running.catch(() => {}), sleep(pollMs)]);
    const found = over ? undefined : await seen().catch(() => undefined);
    if (found) show(bytesOf(Math.max(found.read, found.added)));
  }
  try {
    await running;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ClickHouseError && isSame(error)) throw isRunning(what);
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
  const ended = await seen();
  return { all: ended?.all ?? 0, added: ended?.added ?? 0 };
}
