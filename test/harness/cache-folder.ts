import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';

export const cacheFolder = (name: string) => resolve('.cache', name);

/** The folder `.cache/<name>`, filled by `fill` unless it is there. Under another name first, so that half of one does not count. */
export async function cached(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = cacheFolder(name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await fill(unfinished);
    await rename(unfinished, folder).catch((error: unknown) => {
      // Another test file was quicker, with the same.
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
