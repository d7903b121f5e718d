import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, migrate, patienceOfBackups, unfinishedCountsMs } from '@tallyhouse/clickhouse';
import { migrateDatabase, setPingRetention } from '@tallyhouse/schema';
import { atEnd, listed, many } from '@tallyhouse/service';
import { join, sql } from '@tallyhouse/sql';
import { linkBackups } from '../find-clickhouse.ts';
import type { Manifest } from '../manifest.ts';
import { onEach, together } from '../on-each.ts';
import { destination, named, runStatement } from '../statement.ts';
import type { About } from './about.ts';
import type { migrationsOf } from './choose.ts';
import { compareAll } from './compare-all.ts';
import { deleteAgain, emptyDatabase, endRestore, keepDeletionsOf, markUnfinished } from './database.ts';
import type { RestoreDeps } from './deps.ts';
import { resume, storeMessages } from './log.ts';
import { copiedTables, isRenumbered, noteAgain } from './renumbered.ts';
import type { Filled, TargetServer } from './target.ts';

/**
 * Fills the databases, and compares what is in them.
 * @param before the migrations that the backup had run
 * @returns whether nothing differs
 */
export async function fill(
  about: About,
  targets: readonly TargetServer[],
  before: ReturnType<typeof migrationsOf>,
  deps: RestoreDeps,
): Promise<boolean> {
  const { backup } = about.chosen;
  const { progress } = deps;
  const filled: Filled[] = [];
  await using _clients = atEnd(() => Promise.all(filled.map(({ client }) => client.close())));
  progress.step('Creating the tables');
  await createTables(filled, about, targets, before, deps);
  progress.step('Copying the tables');
  await copyTables(filled, about, deps);
  const ran = await upgrade(filled, backup, deps);
  // Before the messages: the insert leaves out those that are forgotten by then.
  progress.step('Deleting again what was deleted since the backup');
  await repeatDeletions(filled, deps);
  progress.step("Storing the log's messages");
  const witnesses = await storeMessages(filled, about, deps);
  if (isRenumbered(backup))
    progress.say("The backup is from before the release of 0.1.0: its rows are in today's tables.");
  if (ran > 0) progress.say(`The schema is newer than the backup: ${many(ran, 'migration')} ran.`);
  const sameLog = !about.beside && (await resume(about.logs, backup, witnesses, deps));
  for (const { client } of filled) await endRestore(client);
  progress.say(`Restored into the database ${about.database}. Comparing, as tallyhouse verify does:`);
  progress.end();
  return await compareAll(filled, sameLog, about, deps);
}

/** Empties the databases, and creates the tables of the backup. All are marked first: no server starts, and no report lacks rows. */
async function createTables(
  filled: Filled[],
  { task, beside, installation }: About,
  targets: readonly TargetServer[],
  before: ReturnType<typeof migrationsOf>,
  { logger, signal }: RestoreDeps,
): Promise<void> {
  const keepDeletions = !task.undoDeletions;
  for (const target of targets)
    filled.push({ ...target, client: createClickHouse(target.connection, logger, patienceOfBackups) });
  const marks: Awaited<ReturnType<typeof markUnfinished>>[] = [];
  try {
    await onEach(filled, signal, async ({ client, connection }) => {
      marks.push(await markUnfinished(client, connection));
    });
    // Twice as long: a query app may have looked for the mark just before it was made.
    if (marks.some(({ isRead }) => isRead)) await sleep(2 * unfinishedCountsMs, undefined, { signal });
  } catch (error) {
    // Nothing has been emptied.
    await Promise.allSettled(marks.map(({ undo }) => undo()));
    throw error;
  }
  for (const { client, connection } of filled) await emptyDatabase(client, connection, { keepDeletions });
  await onEach(filled, signal, async ({ client }) => {
    if (beside && keepDeletions) await keepDeletionsOf(client, installation.config.CLICKHOUSE_DATABASE);
    await migrate(client, before);
  });
}

async function copyTables(
  filled: readonly Filled[],
  { chosen: { backup, folder }, database, installation }: About,
  { progress, clock, signal }: RestoreDeps,
): Promise<void> {
  const showOf = together(progress, filled);
  const list = copiedTables(backup).map(
    (name) => sql`table ${named(backup.database)}.${named(name)} as ${named(database)}.${named(name)}`,
  );
  await onEach(filled, signal, async (server, ended) => {
    const { client, shard } = server;
    if (backup.location.kind === 'inside') await linkBackups(client, installation.config.DATA_DIR, folder);
    const restore = {
      what: 'restore' as const,
      id: `${backup.name} ${clock()}`,
      statement: sql`restore ${join(list, ', ')} from ${destination(backup.location, backup.name, shard)}`,
      // RETENTION_PINGS changes tables.
      settings: [sql`allow_different_table_def = true`],
    };
    await runStatement(client, restore, showOf(server), ended);
  });
}

/** Runs the migrations that the backup lacks. @returns their number */
async function upgrade(
  filled: readonly Filled[],
  backup: Manifest,
  { progress, signal }: RestoreDeps,
): Promise<number> {
  const ran = await onEach(filled, signal, async ({ client }) => {
    const count = await migrateDatabase(client, ({ name }) => progress.step(`Migration ${name}`));
    if (isRenumbered(backup)) await noteAgain(client);
    await setPingRetention(client, backup.retention_pings);
    return count;
  });
  return Math.max(...ran);
}

async function repeatDeletions(filled: readonly Filled[], { progress, signal }: RestoreDeps): Promise<void> {
  const report = { ...progress, step() {} };
  const again = await onEach(filled, signal, ({ client }) => deleteAgain(client, report));
  const sites = [...new Set(again.flat())].sort();
  if (sites.length > 0)
    progress.say(
      `Deleted again what was deleted since the backup, of ${sites.length === 1 ? 'site' : 'sites'} ${listed(sites)}.`,
    );
}
