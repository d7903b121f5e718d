/**
 * A restore, step by step: the migrations up to those of the backup create the tables, ClickHouse's RESTORE fills them, later
 * migrations upgrade them, the messages in the backup are stored again, the consumer's offsets are set, and everything
 * is compared. `backup/run.ts` says why that is complete.
 */
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { type Connection, migrate, migrations, setPingRetention, singleServer } from '@tallyhouse/clickhouse';
import { consumerGroup, storeAgain } from '@tallyhouse/consumer';
import { stateFolder } from '@tallyhouse/ingest/import-state';
import type { BatchControl } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import { copyIfThere, ownFiles } from '../backup/files.ts';
import { findClickHouse, isConsumed, linkBackups } from '../backup/find-clickhouse.ts';
import type { Manifest } from '../backup/manifest.ts';
import { readMessages } from '../backup/messages.ts';
import { bytesOf, destination, named, runStatement } from '../backup/statement.ts';
import type { StandaloneConfig } from '../config.ts';
import { openDataFolder } from '../data-folder.ts';
import { type Logs, openLogs } from '../logs.ts';
import type { Progress } from '../progress.ts';
import { checks } from '../verify/checks/index.ts';
import { checkOffsets } from '../verify/checks/offsets.ts';
import { compare } from '../verify/compare.ts';
import { many } from '../verify/words.ts';
import type { Task } from './arguments.ts';
import { type Chosen, checkTables, choose, migrationsOf } from './choose.ts';
import { deleteAgain, emptyDatabase, endRestore, keepDeletionsOf } from './database.ts';
import { note, resumptions, type Witnesses } from './offsets.ts';

export interface RestoreDeps {
  progress: Progress;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  logger: Logger;
  /** Path of the bundled program that runs the embedded ClickHouse. */
  clickHouseProgram: string;
  dashboardFolder: string;
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
  config: StandaloneConfig,
  deps: RestoreDeps,
): Promise<boolean> {
  const { progress, logger } = deps;
  const chosen = await choose(task.from);
  const { backup } = chosen;
  const before = migrationsOf(backup, migrations);
  await checkTables(chosen);
  const database = task.toDatabase ?? config.CLICKHOUSE_DATABASE;
  const beside = database !== config.CLICKHOUSE_DATABASE;
  progress.say(
    `Backup ${backup.name} of ${backup.started_at}: ${many(backup.tables.length, 'table')}, ${bytesOf(backup.bytes.all)}.`,
  );

  await openDataFolder(config.DATA_DIR, logger);
  const logs = openLogs(config, logger);
  try {
    if (!beside && (await isConsumed(logs.pings))) {
      throw new Error(
        'The service (or a consumer) is running. Stop it, restore, and start it again; or use --to-database to restore beside it.',
      );
    }
    if (!beside) {
      await placeFiles(chosen, config, progress);
      await placeImports(chosen, config.DATA_DIR);
    }
    progress.step('Connecting to ClickHouse');
    const found = await findClickHouse(config, { log: logs.pings, program: deps.clickHouseProgram, logger });
    try {
      if (backup.location.kind === 'inside') {
        if (config.CLICKHOUSE_URL !== undefined) throw new Error(embeddedOnly);
        await linkBackups(config.DATA_DIR, chosen.folder);
      }
      const target = { ...found.connection, database };
      return await fill({ task, chosen, before, target, beside, logs, config }, deps);
    } finally {
      await found.stop();
    }
  } finally {
    await Promise.all([logs.pings.close(), logs.deadLetters.close()]);
  }
}

const embeddedOnly =
  'The backup was made of the embedded ClickHouse of tallyhouse start. Restore it there, without CLICKHOUSE_URL.';

interface About {
  task: Extract<Task, { kind: 'restore' }>;
  chosen: Chosen;
  before: ReturnType<typeof migrationsOf>;
  target: Connection & { database: string };
  /** Into a database beside that of the service. */
  beside: boolean;
  logs: Logs;
  config: StandaloneConfig;
}

async function fill(
  { task, chosen: { folder, backup }, before, target, beside, logs, config }: About,
  deps: RestoreDeps,
): Promise<boolean> {
  const { progress, logger, signal, clock } = deps;
  progress.step('Creating the tables');
  const keepDeletions = !task.undoDeletions;
  const client = await emptyDatabase(target, { ...task, keepDeletions }, logger);
  try {
    if (beside && keepDeletions) await keepDeletionsOf(client, config.CLICKHOUSE_DATABASE);
    await migrate(client, before);
    signal.throwIfAborted();
    progress.step('Copying the tables');
    await restoreTables(client, backup, target.database, deps);
    signal.throwIfAborted();
    const upgraded = await migrate(client, migrations, ({ name }) => progress.step(`Migration ${name}`));
    await setPingRetention(client, backup.retention_pings);

    // Before the messages: of them, the insert leaves out what is forgotten by then.
    progress.step('Deleting again what was deleted since the backup');
    const sites = await deleteAgain(client, { step() {}, progress: progress.show, say: progress.say });
    if (sites.length > 0)
      progress.say(`Deleted again what was deleted since the backup, of ${listed(sites)}.`);
    signal.throwIfAborted();

    progress.step("Storing the log's messages");
    const witnesses: Witnesses = new Map();
    const deadLetterLog = beside ? undefined : logs.deadLetters;
    const again = storeAgain({ servers: singleServer(client), deadLetterLog, logger, clock, signal });
    const control: BatchControl = { heartbeat: async () => {}, abandoned: () => signal.aborted };
    for await (const batch of readMessages(join(folder, backup.name, 'messages.gz'))) {
      note(witnesses, batch);
      await again.handle(batch, control);
    }
    await again.close();
    if (upgraded > 0)
      progress.say(`The schema is newer than the backup: ${many(upgraded, 'migration')} ran.`);
    const sameLog = !beside && (await resume(logs, backup, witnesses, deps));
    await endRestore(client);
    progress.say(`Restored into the database ${target.database}. Comparing, as tallyhouse verify does:`);
    progress.end();
    return await compare(
      // Offsets are those of the log at the backup; beside the service, its log has gone on.
      sameLog ? checks : checks.filter((check) => check !== checkOffsets),
      { from: undefined, to: clock() },
      {
        servers: singleServer(client),
        log: logs.pings,
        dashboardFolder: deps.dashboardFolder,
        database: target.database,
        logger,
        output: deps.output,
      },
    );
  } finally {
    await client.close();
  }
}

async function restoreTables(
  client: ClickHouseClient,
  backup: Manifest,
  database: string,
  { progress, clock, signal }: RestoreDeps,
): Promise<void> {
  const list = backup.tables
    .map(({ name }) => `table ${named(backup.database)}.${named(name)} as ${named(database)}.${named(name)}`)
    .join(', ');
  await runStatement(
    client,
    {
      what: 'restore',
      id: `${backup.name} ${clock()}`,
      sql: `restore ${list} from ${destination(backup.location, backup.name)}`,
      // RETENTION_PINGS changes tables.
      settings: ['allow_different_table_def = true'],
    },
    progress,
    signal,
  );
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
  config: StandaloneConfig,
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
