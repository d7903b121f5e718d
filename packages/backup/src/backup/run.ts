/**
 * A backup, step by step. What it guarantees: a ping that was acknowledged before the command started is in it.
 *
 * 1. The offsets that the consumer has committed. Every ping before them is in all tables already.
 * 2. ClickHouse's BACKUP of the tables, on every shard. While it runs, pings arrive: some are in one table and not in another.
 * 3. The log's messages from these offsets to its end (messages.ts). After the restore they are stored again, which
 *    completes every table and changes nothing that was complete.
 *
 * Settled tables are left out: what a settled day was computed from may be missing in the copies of the other tables. The
 * service rebuilds them after a restore, and reports are exact meanwhile.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  appliedMigrations,
  createClickHouse,
  only,
  patience,
  refuseUnfinished,
  select,
  shardsOf,
} from '@tallyhouse/clickhouse';
import { openClickHouse, readCluster, textOf } from '@tallyhouse/cluster';
import { whileLocked } from '@tallyhouse/deletion';
import { copyStates, stateFolder } from '@tallyhouse/import';
import { consumerGroup, findLog, type Log } from '@tallyhouse/log';
import { pingRetention } from '@tallyhouse/schema';
import { bytesOf, type Logger, many, type Progress } from '@tallyhouse/service';
import { settledTables } from '@tallyhouse/settle';
import { z } from 'zod';
import { version } from '../../package.json';
import { copyIfThere, ownFiles } from '../files.ts';
import { type FoundServer, findClickHouse, isEmbedded, linkBackups } from '../find-clickhouse.ts';
import {
  chainOf,
  discard,
  endBackup,
  finishedBackups,
  nameAt,
  openForBackup,
  removeLeftovers,
  startBackup,
  tablesBeside,
} from '../folder.ts';
import type { Installation, InstallationConfig } from '../installation.ts';
import { type Manifest, shardsIn, writeManifest } from '../manifest.ts';
import { writeMessages } from '../messages.ts';
import { onEach, together } from '../on-each.ts';
import { destination, named, refuseRunning, runStatement } from '../statement.ts';
import type { Task } from './arguments.ts';
import tablesSql from './tables.sql';

export interface BackupDeps {
  progress: Progress;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early; what it wrote is removed. */
  signal: AbortSignal;
}

/** @throws an Error that the user can fix; there is no new backup then */
export async function backUp(
  task: Extract<Task, { kind: 'backup' }>,
  installation: Installation,
  deps: BackupDeps,
): Promise<void> {
  const { config } = installation;
  const { progress, logger, clock, signal } = deps;
  const folder = await openForBackup(task.to, config.DATA_DIR);
  const name = nameAt(clock());
  const location = locationOf(config, task.disk, folder);

  const log = findLog(config, 'log', logger);
  try {
    const shards = await shardsNow(config, log, logger);
    const expected = { location, database: config.CLICKHOUSE_DATABASE, shards };
    const base = task.full ? undefined : await newest(folder, expected);
    progress.step('Connecting to ClickHouse');
    const found = await findClickHouse(installation, { log, logger });
    try {
      const stores = await openStores(found.servers, logger);
      try {
        for (const { client } of stores) {
          await refuseUnfinished(client);
          // Before the leftovers are removed: the server goes on writing when a command is killed.
          await refuseRunning(client, 'backup');
        }
        for (const left of await removeLeftovers(folder))
          progress.say(`Removed ${left}, which a command that was ended early had left unfinished.`);
        if (location.kind === 'inside') await linkBackups(config.DATA_DIR, folder);
        try {
          const path = await startBackup(folder, name);
          const about = { name, folder, path, location, base, shards, log, stores };
          const manifest = await fill(about, task, config, deps);
          await endBackup(path);
          signal.throwIfAborted();
          await writeManifest(path, manifest);
          summarize(manifest, folder, config, progress);
        } catch (error) {
          await discard(folder, name).catch(() => {});
          throw ofFullDisk(error, folder);
        }
      } finally {
        await Promise.all(stores.map(({ client }) => client.close()));
      }
    } finally {
      await found.stop();
    }
  } finally {
    await log.close();
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

/** The shards, all of which must be there; undefined for one server. */
async function shardsNow(
  config: InstallationConfig,
  log: Log,
  logger: Logger,
): Promise<Manifest['shards'] | undefined> {
  const shards = shardsOf({ ...config, CLICKHOUSE_URL: '' });
  if (shards.length === 0) return undefined;
  const partitions = (await log.offsetRanges(0)).length;
  return { ...(await readCluster(shards, partitions, logger)), count: shards.length };
}

/** A server that is backed up. */
interface Store extends FoundServer {
  client: ClickHouseClient;
}

/** @throws an Error with a remedy */
async function openStores(servers: readonly FoundServer[], logger: Logger): Promise<Store[]> {
  return Promise.all(
    servers.map(async (server) => {
      const { shard, connection } = server;
      // Shards were compared with each other.
      const client =
        shard === undefined
          ? await openClickHouse(connection, logger, patience)
          : createClickHouse(connection, logger, patience);
      return { ...server, client };
    }),
  );
}

function locationOf(
  config: InstallationConfig,
  disk: string | undefined,
  folder: string,
): Manifest['location'] {
  if (disk !== undefined) return { kind: 'disk', disk };
  return isEmbedded(config) ? { kind: 'inside' } : { kind: 'path', path: folder };
}

/** The backup to add to; undefined when there is none. @throws an Error when it cannot be added to */
async function newest(
  folder: string,
  { location, database, shards }: Pick<Manifest, 'location' | 'database' | 'shards'>,
): Promise<Manifest | undefined> {
  const backups = await finishedBackups(folder);
  const last = backups.at(-1);
  if (last === undefined) return undefined;
  try {
    chainOf(last, backups);
    if (JSON.stringify(last.location) !== JSON.stringify(location))
      throw new Error(`The backup ${last.name} has its tables elsewhere (${JSON.stringify(last.location)}).`);
    if (last.database !== database)
      throw new Error(`The backup ${last.name} is of another database, ${last.database}.`);
    if (identityOf(last.shards) !== identityOf(shards))
      throw new Error(`The backup ${last.name} is of other shards, or of another map of them.`);
    return last;
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error} So this one cannot add to it: start anew with --full.`,
    );
  }
}

const identityOf = (shards: Manifest['shards']) => shards && `${shards.cluster} ${textOf(shards.map)}`;

interface About {
  name: string;
  folder: string;
  path: string;
  location: Manifest['location'];
  base: Manifest | undefined;
  shards: Manifest['shards'];
  log: Log;
  stores: readonly Store[];
}

/** Deletions of months of data take a while, and a backup at night should not fail for one. */
const deletionWaitMs = 2 * 3_600_000;

const tableRow = z.object({ name: z.string(), rows: z.number() });

async function fill(
  { name, folder, path, location, base, shards, log, stores }: About,
  task: Extract<Task, { kind: 'backup' }>,
  config: InstallationConfig,
  { progress, clock, signal }: BackupDeps,
): Promise<Omit<Manifest, 'format'>> {
  const database = config.CLICKHOUSE_DATABASE;
  const startedAt = clock();
  const [first] = stores;
  if (first === undefined) throw new Error('there is no server');
  const migrations = await appliedMigrations(first.client);
  const settled = settledTables.map((table) => table.name);
  const tablesOf = await onEach(stores, signal, ({ client }) =>
    select(client, tablesSql, tableRow, { database, settled }),
  );
  const tables = added(tablesOf.flat());

  const reader = log.reader(consumerGroup);
  const commits = await reader.lag().finally(() => reader.close());

  progress.step(`Copying ${many(tables.length, 'table')}`);
  const list = tables.map((table) => `table ${named(database)}.${named(table.name)}`).join(', ');
  const showOf = together(progress, stores);
  const copy = () =>
    onEach(stores, signal, async (store, ended) => {
      const { shard, client } = store;
      const statement = {
        what: 'backup' as const,
        id: name,
        sql: `backup ${list} to ${destination(location, name, shard)}`,
        settings: base ? [`base_backup = ${destination(location, base.name, shard)}`] : [],
      };
      return runStatement(client, statement, showOf(store), ended);
    });
  const bytes = await whileAllLocked(stores, copy, {
    waitMs: deletionWaitMs,
    onWait: () => progress.show('waiting for a deletion to end'),
    signal,
  }).catch((error: unknown) => {
    throw explained(error, config, folder);
  });
  for (const shard of shardsIn({ shards }))
    await checkWritten(location, path, tablesBeside(name, shard), folder);

  // Before the log is read to its end: what counts as imported is in the backup then.
  const imports = await copyStates(config.DATA_DIR, join(path, 'files', stateFolder));

  progress.step("Copying the log's messages");
  const messages = await writeMessages(log, commits, join(path, 'messages.gz'), signal);

  const files = { sites: false, secrets: false, imports };
  for (const file of ownFiles(config)) {
    if (file.secret && !task.withSecrets) continue;
    const copied = await copyIfThere(file.path, join(path, file.inBackup));
    if (copied) files[file.secret ? 'secrets' : 'sites'] = true;
  }
  progress.step('Writing to the disk');
  await sync(path);
  return {
    name,
    started_at: new Date(startedAt).toISOString(),
    finished_at: new Date(clock()).toISOString(),
    program: version,
    clickhouse: await serverVersion(first.client),
    database,
    migrations,
    retention_pings: await pingRetention(first.client),
    base: base?.name ?? null,
    location,
    ...(shards && { shards }),
    tables,
    bytes: {
      all: bytes.reduce((sum, { all }) => sum + all, 0),
      added: bytes.reduce((sum, one) => sum + one.added, 0),
    },
    log: messages,
    files,
  };
}

/** The tables of all servers, each once, with the rows of all. */
function added(rows: readonly Manifest['tables'][number][]): Manifest['tables'] {
  const tables = new Map<string, number>();
  for (const { name, rows: count } of rows) tables.set(name, (tables.get(name) ?? 0) + count);
  return [...tables].map(([name, count]) => ({ name, rows: count }));
}

/** No deletion on any server, in the order of shards like all who lock several. */
function whileAllLocked<Result>(
  [store, ...others]: readonly Store[],
  work: () => Promise<Result>,
  options: Parameters<typeof whileLocked>[2],
): Promise<Result> {
  if (store === undefined) return work();
  return whileLocked(store.client, () => whileAllLocked(others, work, options), options);
}

async function serverVersion(client: ClickHouseClient): Promise<string> {
  return only(await select(client, 'select version() as version', z.object({ version: z.string() }))).version;
}

/** A server elsewhere may have written to a folder of the same name of its own. */
async function checkWritten(
  location: Manifest['location'],
  path: string,
  beside: string,
  folder: string,
): Promise<void> {
  if (location.kind === 'disk') return;
  const written = location.kind === 'inside' ? join(path, 'tables') : join(folder, beside);
  const found = await stat(written).catch((error: NodeJS.ErrnoException) => error.code !== 'ENOENT');
  if (found !== false) return;
  throw new Error(
    `ClickHouse has written the tables, but not to ${written} as this machine sees it. Name a folder that both share, or a disk of the server: --disk <name>.`,
  );
}

function explained(error: unknown, config: InstallationConfig, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const reason = `ClickHouse could not write the backup: ${error.message}`;
  if (isEmbedded(config)) {
    return /not allowed for backups/.test(error.message)
      ? new Error(`${reason} The service was started by an earlier version: restart it.`)
      : new Error(reason);
  }
  return new Error(
    `${reason}\nThe server must be allowed to write there. In its configuration, and with that folder writable for its user:\n` +
      `  <backups><allowed_path>${folder}</allowed_path></backups>\n` +
      'or name one of its disks with --disk, after <backups><allowed_disk>name</allowed_disk></backups>. ' +
      `The user needs: grant backup on ${config.CLICKHOUSE_DATABASE}.*, and to read system.backups.`,
  );
}

/** Waits until every file of the folder is on the disk, as ClickHouse does not. */
async function sync(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = await open(join(entry.parentPath, entry.name), 'r');
    await file.sync().finally(() => file.close());
  }
}

function summarize(
  manifest: Manifest | Omit<Manifest, 'format'>,
  folder: string,
  config: InstallationConfig,
  progress: Progress,
) {
  const { name, base, tables, bytes, log, files, started_at, finished_at } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1);
  progress.say(`Backup ${name} in ${folder}: ${base === null ? 'full' : `adds to ${base}`}, ${seconds} s.`);
  progress.say(
    `  ${many(tables.length, 'table')}, ${many(rows, 'row')}, ${bytesOf(bytes.all)}; ${bytesOf(bytes.added)} written, with ${many(log.messages, 'message')} of the log.`,
  );
  progress.say(`  Sites file: ${files.sites ? 'in the backup' : 'there is none'}.`);
  if (files.imports.length > 0)
    progress.say(`  What imports remember: of ${many(files.imports.length, 'site')}.`);
  progress.say(
    files.secrets
      ? '  Secrets and keys file: in the backup. Whoever can read the folder has them.'
      : `  Secrets and keys file: not in the backup. Keep ${ownFiles(config)
          .filter(({ secret }) => secret)
          .map(({ path }) => path)
          .join(', ')} elsewhere, or use --with-secrets.`,
  );
}
