import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { appliedMigrations, only, refuseUnfinished, select } from '@tallyhouse/clickhouse';
import { consumerGroup, type Log } from '@tallyhouse/log';
import { pingRetention } from '@tallyhouse/schema';
import { type CommandDeps, syncPath } from '@tallyhouse/service';
import { z } from 'zod';
import { version } from '../../package.json';
import { copyIfThere, ownFiles } from '../files.ts';
import { copyStates, stateFolder } from '../import-states.ts';
import type { InstallationConfig } from '../installation.ts';
import type { Manifest } from '../manifest.ts';
import { writeMessages } from '../messages.ts';
import type { Task } from './arguments.ts';
import { type Copies, copyTables, tablesIn } from './copy-tables.ts';

/** Fills the folder of a backup. @returns the content of its manifest */
export async function fill(
  copies: Copies,
  log: Log,
  { withSecrets }: Pick<Task, 'withSecrets'>,
  { progress, clock, signal }: CommandDeps,
): Promise<Omit<Manifest, 'format'>> {
  const { name, path, location, base, shards, stores, config } = copies;
  const startedAt = clock();
  const [first] = stores;
  if (first === undefined) throw new Error('there is no server');
  const look = async () => {
    for (const { client } of stores) await refuseUnfinished(client);
    const reader = log.reader(consumerGroup);
    const [tables, migrations] = [await tablesIn(copies, signal), await appliedMigrations(first.client)];
    return { tables, migrations, commits: await reader.lag().finally(() => reader.close()) };
  };
  progress.step('Copying the tables');
  const { tables, commits, migrations, bytes } = await copyTables(copies, look, { progress, signal });

  // Before the log is read to its end, so that everything that counts as imported is in the backup.
  const imports = await copyStates(config.DATA_DIR, join(path, 'files', stateFolder));

  progress.step("Copying the log's messages");
  const messages = await writeMessages(log, commits, join(path, 'messages.gz'), signal);
  const files = { ...(await copyFiles(config, path, withSecrets)), imports };

  progress.step('Writing to the disk');
  await sync(path);
  return {
    name,
    started_at: new Date(startedAt).toISOString(),
    finished_at: new Date(clock()).toISOString(),
    program: version,
    clickhouse: await serverVersion(first.client),
    database: config.CLICKHOUSE_DATABASE,
    migrations,
    retention_pings: await pingRetention(first.client),
    base: base?.name ?? null,
    location,
    ...(shards && { shards }),
    tables,
    bytes,
    log: messages,
    files,
  };
}

/** Copies the files next to the data. @returns the ones that existed */
async function copyFiles(
  config: InstallationConfig,
  path: string,
  withSecrets: boolean,
): Promise<Pick<Manifest['files'], 'sites' | 'secrets'>> {
  const files = { sites: false, secrets: false };
  for (const file of ownFiles(config)) {
    if (file.secret && !withSecrets) continue;
    const copied = await copyIfThere(file.path, join(path, file.inBackup));
    if (copied) files[file.secret ? 'secrets' : 'sites'] = true;
  }
  return files;
}

async function serverVersion(client: ClickHouseClient): Promise<string> {
  return only(await select(client, 'select version() as version', z.object({ version: z.string() }))).version;
}

/** Waits until every file of the folder is on the disk, as ClickHouse does not. */
async function sync(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncPath(join(entry.parentPath, entry.name));
  }
}
