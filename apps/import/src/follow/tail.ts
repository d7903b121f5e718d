import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linesIn } from '../read/lines.ts';

/** How far a file was read that is still growing, or was until it was renamed. */
export interface Followed {
  /** Its inode, which it keeps when it is renamed. */
  ino: number;
  /** Bytes, up to the end of a line. */
  position: number;
  /** When it was written, milliseconds since 1970, as of the last look at it. States of earlier versions lack it. */
  writtenAt?: number;
  /** How many of its first bytes were hashed, and the hash: another file with the same inode has another one. */
  head: [bytes: number, hash: string];
}

/** Complete lines; none when there are none yet. */
export interface Chunk {
  lines: string[];
  /** Whether they are the first ones of the file. */
  begins: boolean;
  restarted: boolean;
  /** Whether it came to the end: since then there may be more. */
  isAtEnd: boolean;
  /** Bytes that are not read yet. */
  behind: number;
}

/** A file whose lines are read as they are written. */
export interface Tail {
  ino: number;
  /** What was written since. Starts over when it was truncated. */
  next(): Promise<Chunk>;
  /** How far the lines that {@link next} returned go. */
  followed(): Followed;
  close(): Promise<void>;
}

const chunkBytes = 128 * 1024;
const longestHead = 512;
/** How far back lines are read again after a restart, to distinguish equal lines of one second. */
const overlapBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * @param at how far it was read before; another file, or a truncated one, is read from its start
 * @throws the error of the file system, with its code
 */
export async function openTail(path: string, at?: Followed): Promise<Tail> {
  const file = await open(path, 'r');
  const { ino, size: sizeNow, mtimeMs: writtenNow } = await file.stat();
  let position = at?.position ?? 0;
  let head: Followed['head'] = at?.head ?? [0, ''];
  /** Where the next chunk is read: ahead of `position` within a line that is longer than one. */
  let ahead = 0;
  let [checked, writtenAt] = ['', writtenNow];

  async function isAnother(size: number): Promise<boolean> {
    if (size < position) return true;
    return head[0] > 0 && (await hashOf(file, head[0])) !== head[1];
  }

  function startOver(): void {
    [position, ahead, head] = [0, 0, [0, '']];
  }

  try {
    if (await isAnother(sizeNow)) startOver();
  } catch (error) {
    await file.close();
    throw error;
  }

  return {
    ino,
    async next() {
      const { size, mtimeMs } = await file.stat();
      const version = `${size} ${mtimeMs}`;
      const restarted = version !== checked && (await isAnother(size));
      if (restarted) startOver();
      [checked, writtenAt] = [version, mtimeMs];
      const begins = position === 0;
      const chunk = await bytesOf(file, position, chunkBytes + ahead);
      const isAtEnd = chunk.length < chunkBytes + ahead;
      const end = chunk.lastIndexOf(newline);
      if (end === -1) {
        // The rest of a long line comes with the next, larger chunk; what never ends is no line.
        if (!isAtEnd) ahead += chunkBytes;
        if (ahead > overlapBytes) [position, ahead] = [position + chunk.length, 0];
      } else {
        position += end + 1;
        ahead = 0;
        const bytes = Math.min(longestHead, position);
        if (head[0] < longestHead) head = [bytes, await hashOf(file, bytes)];
      }
      const lines = end === -1 ? [] : linesIn(chunk.subarray(0, end));
      return { lines, begins, restarted, isAtEnd, behind: Math.max(size - position, 0) };
    },
    followed: () => ({ ino, position, writtenAt, head }),
    close: () => file.close(),
  };
}

async function bytesOf(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
  return buffer.subarray(0, bytesRead);
}

const hashOf = async (file: FileHandle, bytes: number) =>
  createHash('sha256')
    .update(await bytesOf(file, 0, bytes))
    .digest('base64url');

/** The lines of a file before a position: its first ones, which may name the fields, and the last ones. */
export async function linesBefore(path: string, position: number) {
  await using file = await open(path, 'r');
  const from = Math.max(0, position - overlapBytes);
  const last = await bytesOf(file, from, position - from);
  const begin = from === 0 ? 0 : last.indexOf(newline) + 1;
  const first = await bytesOf(file, 0, Math.min(position, 4096));
  return { first: linesIn(first), last: linesIn(last.subarray(begin)).slice(0, -1) };
}

/**
 * The files of a log that was not followed for a while, oldest first, and how far they were before: those that were followed, whatever
 * their names are now, and rotated ones that were written since, by their names (`access.log.1`, `access.log-20260310`).
 */
export async function filesSince(path: string, known: readonly Followed[]) {
  const names = await readdir(dirname(path)).catch(() => []);
  const files = new Map<number, { ino: number; found: string; mtimeMs: number; at: Followed | undefined }>();
  for (const found of [path, ...names.map((name) => join(dirname(path), name))]) {
    const file = await stat(found).catch(() => undefined);
    if (!file?.isFile() || files.has(file.ino)) continue;
    const { ino, mtimeMs } = file;
    const at = known.find((one) => one.ino === ino);
    const isRotated = found.startsWith(path) && rotated.test(found.slice(path.length));
    const isLater = known.length > 0 && known.every(({ writtenAt = mtimeMs }) => mtimeMs > writtenAt);
    if (at !== undefined || (isRotated && isLater)) files.set(ino, { ino, found, mtimeMs, at });
  }
  return [...files.values()].sort((one, other) => one.mtimeMs - other.mtimeMs);
}

/** What rotation puts behind the name. Compressed files cannot be followed. */
const rotated = /^[.-]\d[\d._-]*$/;
