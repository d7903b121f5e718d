import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { parseJson } from './parse-json.ts';

/** A small JSON file that is created once and must last; only its owner may read it. */
export interface KeptFile<Content> {
  path: string;
  shape: z.ZodType<Content>;
  /** How to repair a broken file, and what that changes: sentences. */
  remedy: string;
}

/** The file's content; undefined when there is none. @throws an Error that names the file, the problem and the remedy */
export async function readKept<Content>({
  path,
  shape,
  remedy,
}: KeptFile<Content>): Promise<Content | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${error.message}. ${remedy}`, { cause: error });
  });
  if (text === undefined) return undefined;
  if (text.trim() === '') throw new Error(`${path} is empty. ${remedy}`);
  const parsed = shape.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [where] = parsed.error.issues.map((issue) => issue.path.join('.')).filter(Boolean);
  const what = where === undefined ? 'is truncated or was overwritten' : `lacks a valid ${where}`;
  throw new Error(`${path} ${what}. ${remedy}`);
}

/** Writes the file with writeWhole. */
export async function keep<Content>({ path }: KeptFile<Content>, content: Content): Promise<void> {
  await writeWhole(path, `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * Writes a file atomically, so that even after a power cut it exists as a whole or not at all: to a temporary name, synced, renamed, and
 * the folder synced. Only its owner may read a new file, which is that of the folder; a replaced one keeps its mode and its owner. Where
 * the system does not allow that, the owner is who writes.
 * @param isWanted called last, before the rename
 * @returns whether it was wanted; otherwise nothing has changed
 */
export async function writeWhole(
  path: string,
  text: string,
  isWanted: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  const before = await stat(path).catch(() => undefined);
  try {
    await writeSynced(aside, text, before);
    if (!(await isWanted())) {
      await rm(aside);
      return false;
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncPath(dirname(path));
  return true;
}

async function writeSynced(path: string, text: string, before: Stats | undefined): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  // Only root may change the owner. What root writes for the service of another user stays readable to that user.
  const { uid, gid } = before ?? (await stat(dirname(path)));
  await file.chown(uid, gid).catch(() => undefined);
  if (before !== undefined) await file.chmod(before.mode & 0o777);
  await file.sync();
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}
