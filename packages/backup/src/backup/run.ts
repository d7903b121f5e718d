/**
 * A backup, step by step. It guarantees that a ping acknowledged before the command started is in it.
 *
 * 1. The offsets that the consumer has committed. Every ping before them is in all tables already.
 * 2. ClickHouse's BACKUP of the tables, on every shard. While it runs, pings arrive: some are in one table and not in another.
 * 3. The log's messages from these offsets to its end (messages.ts). After the restore they are stored again, which completes every table
 *    and changes nothing that was complete.
 *
 * Settled tables are left out: the copies of the other tables may lack the source of a settled day. The service rebuilds them after a
 * restore, and reports are exact meanwhile.
 */
import { findLog, type Log } from '@tallyhouse/log';
import { atEnd, type CommandDeps, closing } from '@tallyhouse/service';
import { findClickHouse } from '../find-clickhouse.ts';
import { discard, endBackup, newName, openForBackup, removeLeftovers, startBackup } from '../folder.ts';
import type { Installation } from '../installation.ts';
import { refuseRunning } from '../statement.ts';
import type { Task } from './arguments.ts';
import { identityOf, locationOf, newest, shardsNow } from './base.ts';
import type { Copies } from './copy-tables.ts';
import { fill } from './fill.ts';
import { openStores } from './stores.ts';
import { summarize } from './summarize.ts';

/** @throws an Error that the user can fix; there is no new backup then */
export async function backUp(task: Task, installation: Installation, deps: CommandDeps): Promise<void> {
  const { config } = installation;
  const { progress, logger } = deps;
  const folder = await openForBackup(task.to, config.DATA_DIR);
  const name = await newName(folder, deps.clock());
  const location = locationOf(config, task.disk, folder);
  await using log = closing(findLog(config, 'log', logger));
  const shards = await shardsNow(config, log, logger);
  const expected = { location, database: config.CLICKHOUSE_DATABASE, shards };
  const base = task.full ? undefined : await newest(folder, expected);

  progress.step('Connecting to ClickHouse');
  const found = await findClickHouse(installation, { log, logger });
  await using _server = atEnd(() => found.stop());
  const stores = await openStores(found.servers, logger);
  await using _stores = atEnd(() => Promise.all(stores.map(({ client }) => client.close())));
  // Before the leftovers are removed: the server goes on writing when a command is killed.
  for (const { client } of stores) await refuseRunning(client, 'backup');

  for (const left of await removeLeftovers(folder))
    progress.say(`Removed ${left}, which a command that was ended early had left unfinished.`);
  await writeBackup({ name, folder, location, base, shards, stores, config }, log, task, deps);
}

/** Writes a backup, the manifest last. A failed one leaves nothing. */
async function writeBackup(
  about: Omit<Copies, 'path'>,
  log: Log,
  task: Task,
  deps: CommandDeps,
): Promise<void> {
  const { folder, name, config } = about;
  try {
    const path = await startBackup(folder, name);
    const manifest = await fill({ ...about, path }, log, task, deps);
    // Tables with another map than the manifest could not be restored.
    if (identityOf(await shardsNow(config, log, deps.logger)) !== identityOf(about.shards))
      throw new Error('The map of the shards changed while the backup was made. Run this again.');
    deps.signal.throwIfAborted();
    await endBackup(path, manifest);
    summarize(manifest, folder, config, deps.progress);
  } catch (error) {
    await discard(folder, name).catch(() => {});
    throw ofFullDisk(error, folder);
  }
}

/** Recognizes errors of Node, and those of ClickHouse by their text: they have no code of their own. */
function ofFullDisk(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !/ENOSPC|EDQUOT|No space left|NOT_ENOUGH_SPACE/.test(error.message))
    return error;
  return new Error(
    `The disk is full: ${error.message.split('\n')[0]}\nNothing of this backup was kept. Make room on the disk of ${folder}, or name a folder ` +
      'on another one with --to.',
    { cause: error },
  );
}
