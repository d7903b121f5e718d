import { open, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from './at-end.ts';
import { isGone, readHolder, thisProcess } from './holder.ts';

/** Work under a lock takes milliseconds. A lock of this age was left by a process that ended, maybe on another machine. */
const leftAfterMs = 30_000;
const pauseMs = 20;

/**
 * Does work while no other work runs under the same lock, in this process or in another one. A lock whose process has ended is
 * taken over, and so is one older than 30 seconds, whose process may still go on: compare before writing where that matters.
 * @param path of the lock: a file that is there while the work is done
 */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await take(path))) {
    if (await isLeft(path)) await withLock(`${path}.left`, () => removeLeft(path));
    else await sleep(pauseMs);
  }
  await using _lock = atEnd(() => rm(path, { force: true }));
  return await work();
}

async function take(path: string): Promise<boolean> {
  await using file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(JSON.stringify({ ...thisProcess(), host: hostname() }));
    return true;
  } catch (error) {
    // On a full disk: an empty lock would keep others waiting.
    await rm(path, { force: true });
    throw error;
  }
}

/** One at a time and only if it is left still: another may have taken the lock over since. */
async function removeLeft(path: string): Promise<void> {
  if (await isLeft(path)) await rm(path, { force: true });
}

async function isLeft(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  if (holder !== undefined && isGone(holder)) return true;
  const found = await stat(path).catch(() => undefined);
  // One of the future is from before the clock was set back.
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > leftAfterMs;
}
