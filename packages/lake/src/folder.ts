/** The folder of a lake: whether it is ours, and that one run at a time writes into it. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { isGone, readHolder, thisProcess } from '@tallyhouse/service';
import { manifestFile } from './manifest.ts';

/** Names the process that writes. */
const lockFile = '.lock.json';
/** `lost+found` is in every new file system. A run may have died before it began the manifest. */
const ignored = new Set(['lost+found', lockFile]);

export interface Folder {
  path: string;
  /** Lets others write. */
  release(): Promise<void>;
}

/**
 * Creates the folder when it is missing, and keeps other runs out.
 * @throws an Error when it cannot be used, or holds something other than an export; it is then unchanged
 */
export async function openFolder(to: string): Promise<Folder> {
  const path = resolve(to);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new Error(`--to ${to} cannot be created: ${error.message}.`, { cause: error });
  });
  const held = (await readdir(path)).filter((name) => !ignored.has(name));
  if (held.length > 0 && !held.includes(manifestFile)) {
    throw new Error(
      `--to ${to} holds other files (${held[0]}) and no export. Name an empty folder, or one that does not exist yet.`,
    );
  }
  const lock = join(path, lockFile);
  await takeLock(lock, to);
  return { path, release: () => rm(lock, { force: true }) };
}

/** Whether the file system takes `A` and `a` for one name, as those of macOS and Windows do. The manifest is there. */
export const foldsCase = (folder: string): Promise<boolean> =>
  stat(join(folder, manifestFile.toUpperCase())).then(
    () => true,
    () => false,
  );

async function takeLock(path: string, to: string): Promise<void> {
  const own = JSON.stringify({ ...thisProcess(), host: hostname() });
  for (;;) {
    const taken = await writeFile(path, own, { flag: 'wx', mode: 0o600 }).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return true;
        throw new Error(`--to ${to} cannot be written to: ${error.message}.`, { cause: error });
      },
    );
    if (!taken) return;
    const other = await readHolder(path);
    if (other !== undefined && !isGone(other)) {
      throw new Error(
        `Another export is writing to ${to}: process ${other.pid} on ${other.host}. ` +
          `Run this again when it has ended; if that machine or container is gone, remove ${path}.`,
      );
    }
    await rm(path, { force: true });
  }
}
