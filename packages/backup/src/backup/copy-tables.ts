import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ClickHouseError } from '@clickhouse/client';
import { isConnectionError, select } from '@tallyhouse/clickhouse';
import { whileAllLocked } from '@tallyhouse/deletion';
import type { CommandDeps } from '@tallyhouse/service';
import { join as joined, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { isEmbedded, linkBackups } from '../find-clickhouse.ts';
import { tablesBeside } from '../folder.ts';
import type { InstallationConfig } from '../installation.ts';
import { type Manifest, shardsIn } from '../manifest.ts';
import { onEach, together } from '../on-each.ts';
import { destination, named, runStatement } from '../statement.ts';
import type { Store } from './stores.ts';
import tablesSql from './tables.sql';

/** Where the tables of a backup go. */
export interface Copies {
  /** The name of the backup. */
  name: string;
  /** The folder of all backups, and that of this one. */
  folder: string;
  path: string;
  location: Manifest['location'];
  base: Manifest | undefined;
  shards: Manifest['shards'];
  stores: readonly Store[];
  config: InstallationConfig;
}

/** Deletions of months of data take a while, and a nightly backup should not fail because of one. */
const deletionWaitMs = 2 * 3_600_000;

const tableRow = z.object({ name: z.string(), rows: z.number() });

/** The tables to copy, each once, with the rows of all servers. */
export async function tablesIn({ stores, config }: Copies, signal: AbortSignal): Promise<Manifest['tables']> {
  const values = { database: config.CLICKHOUSE_DATABASE };
  const found = await onEach(stores, signal, ({ client }) => select(client, tablesSql, tableRow, values));
  const tables = new Map<string, number>();
  for (const { name, rows } of found.flat()) tables.set(name, (tables.get(name) ?? 0) + rows);
  return [...tables].map(([name, rows]) => ({ name, rows }));
}

/** Copies the tables that `look` finds on every server, while no deletion or restore runs. @returns bytes of all files, and of the added ones */
export async function copyTables<Found extends Pick<Manifest, 'tables'>>(
  copies: Copies,
  look: () => Promise<Found>,
  { progress, signal }: Pick<CommandDeps, 'progress' | 'signal'>,
): Promise<Found & Pick<Manifest, 'bytes'>> {
  const { name, folder, path, location, base, shards, stores, config } = copies;
  const database = named(config.CLICKHOUSE_DATABASE);
  const showOf = together(progress, stores);
  const copy = async () => {
    const found = await look();
    const list = found.tables.map((table) => sql`table ${database}.${named(table.name)}`);
    const bytes = await onEach(stores, signal, async (store, ended) => {
      const { shard, client } = store;
      if (location.kind === 'inside') await linkBackups(client, config.DATA_DIR, folder);
      const backup = {
        what: 'backup' as const,
        id: name,
        statement: sql`backup ${joined(list, ', ')} to ${destination(location, name, shard)}`,
        settings: base ? [sql`base_backup = ${destination(location, base.name, shard)}`] : [],
      };
      return runStatement(client, backup, showOf(store), ended);
    }).catch((error: unknown) => {
      throw explained(error, config, folder);
    });
    return { found, bytes };
  };
  const { found, bytes } = await whileAllLocked(stores, copy, {
    waitMs: deletionWaitMs,
    onWait: () => progress.show('waiting for a deletion, a restore or another backup to end'),
    signal,
  });
  for (const shard of shardsIn({ shards }))
    await checkWritten(location, path, tablesBeside(name, shard), folder);
  const all = bytes.reduce((sum, one) => sum + one.all, 0);
  return { ...found, bytes: { all, added: bytes.reduce((sum, { added }) => sum + added, 0) } };
}

/** A remote server may have written to a folder of its own with the same name. */
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
  // With several servers, the refusal of one is the cause.
  if (![error, error.cause].some((one) => one instanceof ClickHouseError))
    return isConnectionError(error) ? new Error(reason) : error;
  if (isEmbedded(config)) {
    return /not allowed for backups/.test(error.message)
      ? new Error(`${reason} The service was started by an earlier version: restart it.`)
      : new Error(reason);
  }
  return new Error(
    `${reason}\nThe server must be allowed to write there. In its configuration, and with that folder writable for its user:\n` +
      `  <backups><allowed_path>${folder}</allowed_path></backups>\n` +
      'or name one of its disks with --disk, after <backups><allowed_disk>name</allowed_disk></backups>. ' +
      `The user needs: grant backup on ${config.CLICKHOUSE_DATABASE}.*, grant file on *.* (from 26.8 on), and to read system.backups.`,
  );
}
