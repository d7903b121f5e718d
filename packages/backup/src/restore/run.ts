/**
 * A restore, step by step: the migrations up to those of the backup create the tables, ClickHouse's RESTORE fills them, later
 * migrations upgrade them, the messages in the backup are stored again, the consumer's offsets are set, and everything
 * is compared. `backup/run.ts` says why that is complete.
 */
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { migrate, shardsOf } from '@tallyhouse/clickhouse';
import { refuseOtherCluster, type Server, type Servers, shardOf } from '@tallyhouse/cluster';
import { stateFolder } from '@tallyhouse/import';
import { type BatchControl, consumerGroup } from '@tallyhouse/log';
import { migrations, setPingRetention } from '@tallyhouse/schema';
import { bytesOf, type Logger, many, type Progress } from '@tallyhouse/service';
import { checkOffsets, checks, compare } from '@tallyhouse/verify';
import { copyIfThere, ownFiles } from '../files.ts';
import { type FoundServer, findClickHouse, isConsumed, isEmbedded, linkBackups } from '../find-clickhouse.ts';
import type { Installation, InstallationConfig, Logs } from '../installation.ts';
import type { Manifest } from '../manifest.ts';
import { readMessages } from '../messages.ts';
import { onEach, together } from '../on-each.ts';
import { destination, named, runStatement } from '../statement.ts';
import type { Task } from './arguments.ts';
import { type Chosen, checkPartitions, checkShards, checkTables, choose, migrationsOf } from './choose.ts';
import {
  checkTargets,
  deleteAgain,
  emptyDatabase,
  endRestore,
  keepDeletionsOf,
  type Target,
} from './database.ts';
import { note, resumptions, type Witnesses } from './offsets.ts';

export interface RestoreDeps {
  progress: Progress;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early; the next run starts over. */
  signal: AbortSignal;
}

/**
 * @returns whether nothing differs afterwards
 * @throws an Error that the user can fix
 */
export async function restore(
  task: Extract<Task, { kind: 'restore' }>,
  installation: Installation,
  deps: RestoreDeps,
): Promise<boolean> {
  const { config } = installation;
  const { progress, logger } = deps;
  const chosen = await choose(task.from);
  const { backup } = chosen;
  const before = migrationsOf(backup, migrations);
  const shards = shardsOf({ ...config, CLICKHOUSE_URL: '' });
  checkShards(backup, shards.length);
  await checkTables(chosen);
  const database = task.toDatabase ?? config.CLICKHOUSE_DATABASE;
  const beside = database !== config.CLICKHOUSE_DATABASE;
  progress.say(
    `Backup ${backup.name} of ${backup.started_at}: ${many(backup.tables.length, 'table')}, ${bytesOf(backup.bytes.all)}.`,
  );

  await installation.openDataFolder();
  const logs = installation.openLogs();
  try {
    if (shards.length > 0) {
      checkPartitions(backup, (await logs.pings.offsetRanges(0)).length);
      await refuseOtherCluster(shards, logger);
    }
    if (!beside && (await isConsumed(logs.pings))) {
      throw new Error(
        'The service (or a consumer) is running. Stop it, restore, and start it again; or use --to-database to restore beside it.',
      );
    }
    const placeAll = async () => {
      if (beside) return;
      await placeFiles(chosen, config, progress);
      await placeImports(chosen, config.DATA_DIR);
    };
    // The embedded server's passwords are among them, and it makes others when there are none.
    if (isEmbedded(config)) await placeAll();
    progress.step('Connecting to ClickHouse');
    const found = await findClickHouse(installation, { log: logs.pings, logger });
    try {
      if (backup.location.kind === 'inside') {
        if (!isEmbedded(config)) throw new Error(embeddedOnly);
        await linkBackups(config.DATA_DIR, chosen.folder);
      }
      const targets = found.servers.map((server) => {
        return { ...server, connection: { ...server.connection, database } };
      });
      await checkTargets(targets, task, logger);
      if (!isEmbedded(config)) await placeAll();
      return await fill({ task, chosen, before, targets, database, beside, logs, installation }, deps);
    } finally {
      await found.stop();
    }
  } finally {
    await Promise.all([logs.pings.close(), logs.deadLetters.close()]);
  }
}

const embeddedOnly =
  'The backup was made of the embedded ClickHouse of tallyhouse start. Restore it there, without CLICKHOUSE_URL.';

interface TargetServer extends FoundServer {
  connection: Target;
}

interface About {
  task: Extract<Task, { kind: 'restore' }>;
  chosen: Chosen;
  before: ReturnType<typeof migrationsOf>;
  targets: readonly TargetServer[];
  database: string;
  /** Into a database beside that of the service. */
  beside: boolean;
  logs: Logs;
  installation: Installation;
}

async function fill(about: About, deps: RestoreDeps): Promise<boolean> {
  const { task, chosen, before, targets, database, beside, logs, installation } = about;
  const { backup } = chosen;
  const { progress, logger, signal } = deps;
  const keepDeletions = !task.undoDeletions;
  const filled: Filled[] = [];
  try {
    progress.step('Creating the tables');
    // All of them first: none is started on while another is empty.
    for (const target of targets)
      filled.push({ ...target, client: await emptyDatabase(target.connection, { keepDeletions }, logger) });
    await onEach(filled, signal, async ({ client }) => {
      if (beside && keepDeletions) await keepDeletionsOf(client, installation.config.CLICKHOUSE_DATABASE);
      await migrate(client, before);
    });
    progress.step('Copying the tables');
    const showOf = together(progress, filled);
    await onEach(filled, signal, (server, ended) =>
      restoreTables(server, backup, database, { ...deps, show: showOf(server), signal: ended }),
    );
    const upgraded = await onEach(filled, signal, async ({ client }) => {
      const ran = await migrate(client, migrations, ({ name }) => progress.step(`Migration ${name}`));
      await setPingRetention(client, backup.retention_pings);
      return ran;
    });

    // Before the messages: of them, the insert leaves out what is forgotten by then.
    progress.step('Deleting again what was deleted since the backup');
    const report = { step() {}, progress: progress.show, say: progress.say };
    const again = await onEach(filled, signal, ({ client }) => deleteAgain(client, report));
    const sites = [...new Set(again.flat())].sort();
    if (sites.length > 0)
      progress.say(`Deleted again what was deleted since the backup, of ${listed(sites)}.`);

    progress.step("Storing the log's messages");
    const witnesses = await storeMessages(filled, about, deps);
    const ran = Math.max(...upgraded);
    if (ran > 0) progress.say(`The schema is newer than the backup: ${many(ran, 'migration')} ran.`);
    const sameLog = !beside && (await resume(logs, backup, witnesses, deps));
    for (const { client } of filled) await endRestore(client);
    progress.say(`Restored into the database ${database}. Comparing, as tallyhouse verify does:`);
    progress.end();
    return await compareAll(filled, sameLog, about, deps);
  } finally {
    await Promise.all(filled.map(({ client }) => client.close()));
  }
}

/** A server whose database is being filled. */
interface Filled extends TargetServer {
  client: ClickHouseClient;
}

async function restoreTables(
  { client, shard }: Filled,
  backup: Manifest,
  database: string,
  { show, clock, signal }: RestoreDeps & { show: Progress['show'] },
): Promise<void> {
  const list = backup.tables
    .map(({ name }) => `table ${named(backup.database)}.${named(name)} as ${named(database)}.${named(name)}`)
    .join(', ');
  await runStatement(
    client,
    {
      what: 'restore',
      id: `${backup.name} ${clock()}`,
      sql: `restore ${list} from ${destination(backup.location, backup.name, shard)}`,
      // RETENTION_PINGS changes tables.
      settings: ['allow_different_table_def = true'],
    },
    show,
    signal,
  );
}

/** Stores the messages of a backup where they belong. @returns by what the log is recognized */
async function storeMessages(
  filled: readonly Filled[],
  { chosen: { folder, backup }, beside, logs, installation }: About,
  { clock, signal }: RestoreDeps,
): Promise<Witnesses> {
  const witnesses: Witnesses = new Map();
  const deadLetterLog = beside ? undefined : logs.deadLetters;
  const again = installation.storeAgain({ servers: serversOf(filled, backup), deadLetterLog, clock, signal });
  try {
    const control: BatchControl = { heartbeat: async () => {}, abandoned: () => signal.aborted };
    for await (const batch of readMessages(join(folder, backup.name, 'messages.gz'))) {
      note(witnesses, batch);
      await again.handle(batch, control);
      signal.throwIfAborted();
    }
  } catch (error) {
    // A batch that is given up has another reason.
    signal.throwIfAborted();
    throw error;
  } finally {
    await again.close();
  }
  return witnesses;
}

/** The servers by the map of the backup. They are not compared with it again, as everybody else refuses them while they are filled. */
function serversOf(filled: readonly Filled[], { shards }: Manifest): Servers {
  const all = filled.map(
    ({ shard, name, client }): Server => ({ shard, name, client, patient: client, ready: async () => {} }),
  );
  return {
    all,
    of(partition, offset) {
      const number = shards && shardOf(shards.map, partition, offset);
      const server = all.find(({ shard }) => shard === number);
      if (server === undefined) throw new Error(`there is no shard ${number}`);
      return server;
    },
    has: (partition) => shards === undefined || shards.map.some((entry) => entry.partition === partition),
    close: async () => {},
  };
}

/** Compares each server with itself, and a single one with the log too. @returns whether nothing differs */
async function compareAll(
  filled: readonly Filled[],
  sameLog: boolean,
  { database, logs, installation }: About,
  { clock, output }: RestoreDeps,
): Promise<boolean> {
  let same = true;
  for (const { shard, name, client } of filled) {
    if (shard !== undefined) output.write(`\n${name}\n`);
    // Offsets are those of the log at the backup; beside the service, its log has gone on. A shard lacks those of the others.
    const all = sameLog && shard === undefined;
    const one: Server = { shard: undefined, name, client, patient: client, ready: async () => {} };
    const servers = { all: [one] };
    const nothingDiffers = await compare(
      all ? checks : checks.filter((check) => check !== checkOffsets),
      { from: undefined, to: clock() },
      { servers, log: logs.pings, startReports: () => installation.startReports(servers), database, output },
    );
    same = same && nothingDiffers;
  }
  if (filled.length > 1)
    output.write('\nRun tallyhouse verify to compare the shards with each other and the log.\n');
  return same;
}

/**
 * Sets the consumer's offsets, and says what it will read.
 * @returns whether the log is the one of the backup, in every partition
 */
async function resume(
  { pings }: Logs,
  backup: Manifest,
  witnesses: Witnesses,
  { progress, signal }: RestoreDeps,
): Promise<boolean> {
  const found = await resumptions(pings, backup, witnesses, signal);
  if (found.length > 0) {
    const reader = pings.reader(consumerGroup);
    await reader.seek(found).finally(() => reader.close());
  }
  const sameLog = found.length > 0 && found.every(({ from }) => from === 'saved');
  const messages = found.reduce((sum, one) => sum + one.messages, 0n);
  const oldest = found.filter(({ from, messages }) => from === 'oldest' && messages > 0n);
  if (messages === 0n) {
    progress.say('The log holds nothing beyond the backup.');
    return sameLog;
  }
  progress.say(`The log holds ${many(messages, 'message')} to read on from: the next start stores them.`);
  if (oldest.length > 0) {
    progress.say(
      `In partition ${oldest.map(({ partition }) => partition).join(', ')} it is another log than at the backup, or no longer ` +
        'has that part: it is read from its oldest message. Messages that it has removed since the backup are lost.',
    );
  }
  return sameLog;
}

/** Adds what imports remember, of sites of which nothing is remembered here. */
async function placeImports({ folder, backup }: Chosen, dataFolder: string): Promise<void> {
  const from = join(folder, backup.name, 'files', stateFolder);
  for (const site of backup.files.imports) {
    const place = join(dataFolder, stateFolder, site);
    if (!(await exists(place))) await cp(join(from, site), place, { recursive: true });
  }
}

/** Adds the files of the backup that are missing here, and says what became of each. */
async function placeFiles(
  { folder, backup }: Chosen,
  config: InstallationConfig,
  progress: Progress,
): Promise<void> {
  for (const { name, inBackup, path } of ownFiles(config)) {
    const saved = join(folder, backup.name, inBackup);
    if (!(await exists(saved))) continue;
    if (await isSame(saved, path)) continue;
    if (await exists(path)) {
      progress.say(`${name}: ${path} stays as it is. The backup's is ${saved}.`);
    } else {
      await copyIfThere(saved, path);
      progress.say(`${name}: restored to ${path}.`);
    }
  }
}

function listed(sites: readonly string[]): string {
  const most = 20;
  const more = sites.length - most;
  const names = [...sites.slice(0, most), ...(more > 0 ? [`${more} others`] : [])];
  return `${sites.length === 1 ? 'site' : 'sites'} ${names.join(', ')}`;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => readFile(path).catch(() => undefined)),
  );
  return first !== undefined && second !== undefined && first.equals(second);
}
