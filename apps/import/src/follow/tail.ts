import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How far a file was read that is still growing, or was until it was renamed. */
export interface Followed {
  /** Its inode, which it keeps when it is renamed. */
  ino: number;
  /** Bytes, up to the end of a line. */
  position: number;
  /** How many of its first bytes were hashed, and the hash: another file with the same inode has another one. */
  head: [bytes: number, hash: string];
}

/** A file whose lines are read as they are written. */
export interface Tail {
  ino: number;
  /**
   * Its next complete lines; none when there are none yet, and whether they are its first ones. Starts over when it was truncated.
   */
  next(): Promise<{ lines: string[]; begins: boolean; restarted: boolean }>;
  /** Bytes that are not read yet. */
  behind(): Promise<number>;
  /** Whether {@link next} came to the end last: since then there may be more lines. */
  isAtEnd(): boolean;
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
  const { ino, size: sizeNow } = await file.stat();
  let position = at?.position ?? 0;
  let head: Followed['head'] = at?.head ?? [0, ''];
  /** Where the next chunk is read: ahead of `position` within a line that is longer than one. */
  let ahead = 0;
  let checked = '';
  let isAtEnd = false;

  async function isAnother(size: number): Promise<boolean> {
    if (size < position) return true;
    return head[0] > 0 && (await hashOf(file, head[0])) !== head[1];
  }

  function startOver(): void {
    [position, ahead, head] = [0, 0, [0, '']];
  }

  if (await isAnother(sizeNow)) startOver();

  return {
    ino,
    async next() {
      const { size, mtimeMs } = await file.stat();
      const version = `${size} ${mtimeMs}`;
      let restarted = false;
      if (version !== checked && (await isAnother(size))) {
        startOver();
        restarted = true;
      }
      checked = version;
      const begins = position === 0;
      const { bytesRead, buffer } = await file.read(
        Buffer.alloc(chunkBytes + ahead),
        0,
        chunkBytes + ahead,
        position,
      );
      isAtEnd = bytesRead < chunkBytes + ahead;
      const end = buffer.subarray(0, bytesRead).lastIndexOf(newline);
      if (end === -1) {
        // The rest of a long line comes with the next, larger chunk; what never ends is no line.
        if (!isAtEnd) ahead += chunkBytes;
        if (ahead > overlapBytes) position += bytesRead;
        if (ahead > overlapBytes) ahead = 0;
        return { lines: [], begins, restarted };
      }
      position += end + 1;
      ahead = 0;
      if (head[0] < longestHead) {
        const bytes = Math.min(longestHead, position);
        head = [bytes, await hashOf(file, bytes)];
      }
      return { lines: linesIn(buffer.subarray(0, end)), begins, restarted };
    },
    async behind() {
      return Math.max((await file.stat()).size - position, 0);
    },
    isAtEnd: () => isAtEnd,
    followed: () => ({ ino, position, head }),
    close: () => file.close(),
  };
}

async function hashOf(file: FileHandle, bytes: number): Promise<string> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64url');
}

const linesIn = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

/** The lines of a file before a position: its first ones, which may name the fields, and the last ones. */
export async function linesBefore(
  path: string,
  position: number,
): Promise<{ first: string[]; last: string[] }> {
  const file = await open(path, 'r');
  try {
    const from = Math.max(0, position - overlapBytes);
    const read = async (start: number, bytes: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
      return buffer.subarray(0, bytesRead);
    };
    const last = await read(from, position - from);
    const begin = from === 0 ? 0 : last.indexOf(newline) + 1;
    const first = await read(0, Math.min(position, 4096));
    return { first: linesIn(first), last: linesIn(last.subarray(begin)).slice(0, -1) };
  } finally {
    await file.close();
  }
}

/** The path of a file by its inode: its own, or another one in the folder; undefined when it is gone. */
export async function pathOf(ino: number, path: string): Promise<string | undefined> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  for (const one of [path, ...names.map((name) => join(folder, name))]) {
    const found = await stat(one).catch(() => undefined);
    if (found?.isFile() && found.ino === ino) return one;
  }
  return undefined;
}
