/** The folder of a lake: it contains nothing else, and only one run at a time writes into it. */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '@tallyhouse/service';
import { openJournalFile } from './journal-file.ts';
import { type LockFile, lockFile, takeLock } from './lock.ts';
import { manifestFile } from './manifest.ts';
import { folderOf, pathOf, siteFolderOf, temporaryOf, within } from './paths.ts';
import type { Place } from './place.ts';

/** `lost+found` is in every new file system. A run may have died before it began the manifest. */
const ignored = new Set(['lost+found', lockFile]);

/**
 * Creates the folder if it is missing, and locks out other runs.
 * @throws an Error when it cannot be used, or contains something other than an export; it is then unchanged
 */
export async function openFolder(to: string): Promise<Place> {
  const path = resolve(to);
  await makeFolder(path).catch((error: Error) => {
    throw new Error(`--to ${to} cannot be created: ${error.message}.`, { cause: error });
  });
  const held = (await readdir(path)).filter((name) => !ignored.has(name));
  if (held.length > 0 && !held.includes(manifestFile)) {
    throw new Error(
      `--to ${to} holds other files (${held[0]}) and no export. Name an empty folder, or one that does not exist yet.`,
    );
  }
  const release = await takeLock(lockIn(join(path, lockFile), to), to);
  return { ...placeIn(path), name: to, release };
}

const placeIn = (folder: string): Omit<Place, 'name' | 'release'> => ({
  // The lock is there.
  foldsCase: async () => existsSync(join(folder, lockFile.toUpperCase())),
  size: (file) =>
    stat(within(folder, pathOf(file))).then(
      ({ size }) => size,
      () => undefined,
    ),
  // To a temporary name, synced, and renamed: so a file is whole, however the run ends. A slow disk slows the query down.
  async write(file, content, signal) {
    const [path, temporary] = [within(folder, pathOf(file)), within(folder, temporaryOf(file))];
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(temporary, { mode: 0o600, flush: true }), { signal });
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  },
  async remove(file) {
    await rm(within(folder, folderOf(file)), { recursive: true, force: true });
    // Fails as long as other days are there.
    await rmdir(within(folder, siteFolderOf(file))).catch(() => {});
  },
  openJournal: async () => openJournalFile(join(folder, manifestFile)),
});

const lockIn = (path: string, to: string): LockFile => ({
  name: path,
  create: (text) =>
    writeFile(path, text, { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw new Error(`--to ${to} cannot be written to: ${error.message}.`, { cause: error });
      },
    ),
  read: () => readFile(path, 'utf8').catch(() => undefined),
  remove: () => rm(path, { force: true }),
});
