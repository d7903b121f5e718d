import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRetired, type Migration, migrationChecksum } from '@tallyhouse/clickhouse';
import { chainOf, finishedBackups, refuseLinks, renamed, tablesBeside } from '../folder.ts';
import { type Manifest, readManifest, shardsIn } from '../manifest.ts';
import { isRenumbered } from './renumbered.ts';

export interface Chosen {
  /** The folder of all backups, without links. */
  folder: string;
  backup: Manifest;
  /** The backup and its bases. */
  chain: Manifest[];
}

/**
 * The backup to restore: the newest of a folder, or the named one. It is checked as a whole before anything is written.
 * @throws an Error with the reason
 */
export async function choose(from: string): Promise<Chosen> {
  const path = await realpath(from).catch((error: Error) => {
    throw new Error(`--from ${from} cannot be read: ${error.message}.`, { cause: error });
  });
  const one = await readManifest(path);
  const folder = one ? dirname(path) : path;
  const backups = await finishedBackups(folder);
  const backup = one ? backups.find(({ name }) => name === basename(path)) : backups.at(-1);
  if (one && backup === undefined) throw renamed(one, basename(path));
  if (backup === undefined) throw new Error(`--from ${from} holds no backup of Tallyhouse.`);
  const chain = chainOf(backup, backups);
  for (const { name } of chain) await refuseLinks(folder, name);
  return { folder, backup, chain };
}

/** Checks that the tables of a backup and of its bases are there. @throws an Error that names what is missing */
export async function checkTables({ folder, chain }: Chosen): Promise<void> {
  for (const backup of chain) {
    const { name, location } = backup;
    if (location.kind === 'path' && location.path !== folder) {
      throw new Error(
        `The server wrote the backup ${name} to ${location.path} and finds those that it adds to there only: move ${folder} back.`,
      );
    }
    if (location.kind === 'disk') continue;
    for (const shard of shardsIn(backup)) {
      const written = location.kind === 'inside' ? join(name, 'tables') : tablesBeside(name, shard);
      const tables = join(folder, written);
      const gone = await stat(tables).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
      );
      if (gone) throw new Error(`The backup ${name} is damaged: ${tables} is missing.`);
    }
  }
}

/**
 * Checks that a backup is of as many servers as the settings name.
 * @param named how many CLICKHOUSE_SHARDS has; 0 without it
 * @throws an Error with what to do
 */
export function checkShards({ name, shards }: Manifest, named: number): void {
  if ((shards?.count ?? 0) === named) return;
  if (shards === undefined) {
    throw new Error(
      `The backup ${name} is of one server, and cannot be divided among shards. Restore it without CLICKHOUSE_SHARDS.`,
    );
  }
  throw new Error(
    `The backup ${name} is of ${shards.count} shards, but CLICKHOUSE_SHARDS ${named === 0 ? 'is not set' : `has ${named}`}. ` +
      'Name a server for each, in their order.',
  );
}

/**
 * Checks that the log has the partitions that the map of a backup names: a message of another would have no shard.
 * @throws an Error with what to do
 */
export function checkPartitions({ name, shards }: Manifest, partitions: number): void {
  if (shards === undefined) return;
  const mapped = new Set(shards.map.map(({ partition }) => partition)).size;
  if (mapped === partitions) return;
  throw new Error(
    `The backup ${name} is of a topic with ${mapped} partitions, but the topic has ${partitions || 'none: it is missing'}. Use one with ${mapped} (KAFKA_TOPIC, KAFKA_PARTITIONS). Ingest creates a missing one when it starts.`,
  );
}

/**
 * Checks that this program can read the tables of a backup.
 * @returns the migrations that ran when it was made; all of today's for a backup from before the release of 0.1.0
 * @throws an Error with what to do
 */
export function migrationsOf(backup: Manifest, migrations: readonly Migration[]): Migration[] {
  if (isRenumbered(backup)) return [...migrations];
  const here = new Map(migrations.map((migration) => [migration.version, migration]));
  const ran = backup.migrations.filter((one) => !isRetired(one));
  return ran.map(({ version, name, checksum }) => {
    const found = here.get(version);
    if (found === undefined) {
      throw new Error(
        `The backup was made by a newer Tallyhouse, ${backup.program} (it has migration ${name}; this program ends at ` +
          `${migrations.at(-1)?.version ?? 0}). Restore it with that version, or upgrade this program.`,
      );
    }
    if (found.name !== name || migrationChecksum(found) !== checksum) {
      throw new Error(
        `The backup's migration ${name} differs from this program's: it was made by a version (${backup.program}) from ` +
          'which there is no upgrade. Restore it with that version.',
      );
    }
    return found;
  });
}
