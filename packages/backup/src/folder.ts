/**
 * A folder of backups. Each backup is a folder named after its time; the server of CLICKHOUSE_URL writes beside it, to
 * `<name>-tables`, as it may not write into folders of ours; a shard to `<name>-tables-<number>`. A backup without a manifest is unfinished: it is being made,
 * or the command was killed.
 */
import type { Dirent } from 'node:fs';
import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { isGone, makeFolder, readHolder, thisProcess } from '@tallyhouse/service';
import { backupName, type Manifest, readManifest, writeManifest } from './manifest.ts';

const tablesSuffix = /-tables(-\d+)?$/;
/** Names the process that makes a backup. */
const makerFile = 'making.json';
/** Every new file system has it. */
const ignored = new Set(['lost+found']);

const nameAt = (at: number) => new Date(at).toISOString().replaceAll(/[:.]/g, '-');
const timeOf = (name: string) => Date.parse(name.replace(/T(..)-(..)-(..)-/, 'T$1:$2:$3.')) || 0;

/**
 * The name of a new backup: its time. After one that was made while the clock was ahead it is a moment later than that one: names sort,
 * and a backup adds to older ones only.
 * @param now milliseconds since 1970
 */
export async function newName(folder: string, now: number): Promise<string> {
  const times = (await finishedBackups(folder)).map(({ name }) => timeOf(name) + 1);
  return nameAt(Math.max(now, ...times));
}

/** Where a server writes the tables of a backup, unless it writes into the backup's own folder. */
export const tablesBeside = (name: string, shard: number | undefined) =>
  `${name}-tables${shard === undefined ? '' : `-${shard}`}`;

/**
 * Creates the folder if it is missing.
 * @returns its path without links
 * @throws an Error when it cannot be used, or contains something other than backups; it is then unchanged
 */
export async function openForBackup(path: string, dataFolder: string): Promise<string> {
  const wanted = resolve(path);
  await makeFolder(wanted).catch((error: Error) => {
    throw new Error(`--to ${path} cannot be created: ${error.message}.`, { cause: error });
  });
  const folder = await realpath(wanted);
  const data = await realpath(dataFolder).catch(() => resolve(dataFolder));
  if (isWithin(folder, data)) {
    throw new Error(
      `--to ${path} is inside DATA_DIR (${dataFolder}), and would be lost with it. Name a folder elsewhere, best on another disk.`,
    );
  }
  const held = (await list(folder)).filter((name) => !ignored.has(name));
  if (held.length > 0 && !held.some(isOurs)) {
    throw new Error(
      `--to ${path} holds other files (${held[0]}) and no backup. Name an empty folder, or one that does not exist yet.`,
    );
  }
  return folder;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

const isBackup = (name: string) => backupName.safeParse(name).success;
const isOurs = (name: string) => isBackup(name.replace(tablesSuffix, ''));

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const what = error.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${error.message}`;
    throw new Error(`${folder} ${what}.`, { cause: error });
  });
}

/** The finished backups of a folder, the oldest first. @throws an Error when a manifest cannot be read, or is that of another backup */
export async function finishedBackups(folder: string): Promise<Manifest[]> {
  const names = (await list(folder)).filter(isBackup).sort();
  const manifests = await Promise.all(
    names.map(async (name) => {
      const manifest = await readManifest(join(folder, name));
      if (manifest !== undefined && manifest.name !== name) throw renamed(manifest, name);
      return manifest;
    }),
  );
  return manifests.filter((manifest) => manifest !== undefined);
}

/** A backup is found by its name, also as the base of others. */
export const renamed = (manifest: Manifest, folder: string): Error =>
  new Error(`The backup ${manifest.name} was renamed to ${folder}: give it its name back.`);

/** The status of a folder, or of its content; undefined if missing. */
type Entry = Pick<Dirent, 'name' | 'parentPath' | 'isDirectory' | 'isFile'>;

/**
 * Checks that a backup is wholly in its folder: a link could lead elsewhere, and outside files would be copied.
 * @throws an Error that names the first entry that is neither a file nor a folder
 */
export async function refuseLinks(folder: string, name: string): Promise<void> {
  const place = join(folder, name);
  const own: Entry[] = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.name === name,
  );
  const inside: Entry[] = await readdir(place, { withFileTypes: true, recursive: true });
  const odd = [...own, ...inside].find((entry) => !entry.isDirectory() && !entry.isFile());
  if (odd === undefined) return;
  throw new Error(
    `The backup ${name} is damaged: ${join(odd.parentPath, odd.name)} is a link or a device. A backup consists of files and folders only.`,
  );
}

/**
 * Removes the backups that a killed command left unfinished.
 * @returns their names
 * @throws an Error when one is being made
 */
export async function removeLeftovers(folder: string): Promise<string[]> {
  const removed: string[] = [];
  const names = await list(folder);
  for (const name of names.filter(isBackup)) {
    const maker = await readHolder(join(folder, name, makerFile));
    // After its mark: a backup has its manifest before it loses that.
    if ((await readManifest(join(folder, name))) !== undefined) continue;
    if (maker !== undefined && !isGone(maker)) {
      throw new Error(
        `Another backup is being made in ${folder}: ${name}, by process ${maker.pid} on ${maker.host}. ` +
          'Run this again when it has ended; if that machine or container is gone, remove the folder of that backup.',
      );
    }
    await discard(folder, name);
    removed.push(name);
  }
  const beside = names.filter((name) => tablesSuffix.test(name) && isOurs(name));
  for (const name of new Set(beside.map((one) => one.replace(tablesSuffix, ''))))
    if (!names.includes(name)) await discard(folder, name);
  return removed;
}

/** Removes an unfinished backup. What a server wrote as another user stays: only that user can remove it. */
export async function discard(folder: string, name: string): Promise<void> {
  for (const one of await list(folder)) {
    if (!tablesSuffix.test(one) || one.replace(tablesSuffix, '') !== name) continue;
    await rm(join(folder, one), { recursive: true, force: true }).catch(() => {});
  }
  await rm(join(folder, name), { recursive: true, force: true });
}

/** Creates the folder of a backup, marked with this process. */
export async function startBackup(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o700 });
  await writeFile(join(path, makerFile), JSON.stringify({ ...thisProcess(), host: hostname() }));
  return path;
}

/** Writes the manifest, then removes the mark: with neither, the next backup would take this one for a leftover. */
export const endBackup = (path: string, manifest: Omit<Manifest, 'format'>) =>
  writeManifest(path, manifest).then(() => rm(join(path, makerFile)));

/** A backup and its bases, the newest first. @throws an Error that names a missing one */
export function chainOf(backup: Manifest, backups: readonly Manifest[]): Manifest[] {
  const chain = [backup];
  for (let { base } = backup; base !== null; ) {
    const found = backups.find(({ name }) => name === base);
    // Each adds to an older one; otherwise the chain could be endless.
    if (found === undefined || found.name >= (chain.at(-1)?.name ?? '')) {
      throw new Error(
        `The backup ${backup.name} adds to ${base}, which is not in the folder, or is not older. An incremental backup needs all those ` +
          'before it, back to the full one.',
      );
    }
    chain.push(found);
    base = found.base;
  }
  return chain;
}
