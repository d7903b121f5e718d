/**
 * Imports a log of a web server while it is written.
 *
 * Delivery. After each chunk of lines: sessions into the state's file, messages into the log, then how far each file was read. Killed
 * anywhere between, the next run reads at most one chunk again, and derives the same ids (ids.ts).
 *
 * A file that was renamed within its folder is read to its end, and for a while longer, as servers go on writing to it until they open
 * the new one.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type LogMessage, LogUnavailableError, pause } from '@tallyhouse/log';
import { atEnd, messageOf } from '@tallyhouse/service';
import type { LineFormat, ReadOptions } from '../format.ts';
import { createImportIds } from '../ids.ts';
import type { ImportDeps } from '../import.ts';
import { createRepeats } from '../repeats.ts';
import { createSessions } from '../sessions.ts';
import { storableKey } from '../storable-key.ts';
import { type Counts, countReason } from '../summary.ts';
import { createTaker, keyOf } from '../take.ts';
import type { FollowMetrics } from './metrics.ts';
import { type Chunk, type Followed, filesSince, linesBefore, openTail, type Tail } from './tail.ts';

const pollMs = 200;
/** How long a renamed file is watched after its last line, and after it was first found renamed. */
const retiredMs = 30_000;
const logRetryMs = 1000;

export interface FollowTask extends ReadOptions {
  site: string;
  format: LineFormat;
  path: string;
  pageviews: boolean;
}

export interface FollowDeps extends Omit<ImportDeps, 'writer'> {
  writer: NonNullable<ImportDeps['writer']>;
  counts: Counts;
  metrics: FollowMetrics;
}

interface Open {
  tail: Tail;
  read: ReturnType<LineFormat['createReader']>;
  number: number;
  /** Since when it has another name, and had no line; infinite before. */
  quietSince: number;
}

/** Follows a file until the signal. */
export async function followFile(task: FollowTask, deps: FollowDeps): Promise<void> {
  const { state, clock, signal, progress, counts, metrics } = deps;
  const path = resolve(task.path);
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
  if (isFolder) throw new Error(`${task.path} cannot be read: it is a folder.`);
  const key = storableKey(`${task.format.name} ${path}`);
  const ids = createImportIds(deps.identitySecret, task.site, task.format.name, deps.visitorIdDays);
  const sessions = createSessions(state, state.run, ids.session);
  const take = createTaker(task, deps, sessions, ids, counts);
  const repeats = createRepeats();
  const files: Open[] = [];
  await using _files = atEnd(async () => {
    for (const { tail } of files) await tail.close();
  });
  /** Files that cannot be read, by inode, and how far they were read before. */
  const denied = new Map<number, Followed | undefined>();
  let isGone = false;

  const known = state.followedOf(key);
  for (const file of await filesSince(path, known))
    await reopen(file).catch((error: unknown) => leaveOut(file.found, file.ino, error, file.at));
  if (known.some(({ ino }) => !denied.has(ino) && !files.some(({ tail }) => tail.ino === ino)))
    progress.say(`A file that was followed is gone from the folder of ${path}: its rest is not read.`);
  while (!signal.aborted) if (!(await round())) await pause(pollMs, signal);

  function opened(tail: Tail): Open {
    return { tail, read: task.format.createReader(task), number: 0, quietSince: Infinity };
  }

  function sayTruncated(): void {
    progress.say(`${path} was truncated. Starting over.`);
  }

  /** A file that cannot be read is named and counted once. */
  function leaveOut(found: string, ino: number, error: unknown, at?: Followed): undefined {
    if (denied.has(ino)) return;
    denied.set(ino, at);
    progress.say(`${found} cannot be read: ${messageOf(error)}. Going on without it.`);
    countReason(counts.skipped, 'a file that cannot be read');
  }

  /** Reads lines before the position again, to know their fields and which of the next ones equal them. */
  async function reopen({ found, at }: { found: string; at: Followed | undefined }): Promise<void> {
    const file = opened(await openTail(found, at));
    const { position } = file.tail.followed();
    const isAnother = at !== undefined && position < at.position;
    // A file that is gone left its inode to one that is not of this log.
    if (isAnother && !found.startsWith(path)) return file.tail.close();
    if (isAnother) sayTruncated();
    files.push(file);
    const { first, last } = await linesBefore(found, position);
    for (const line of first) if (line.startsWith('#')) file.read(line);
    for (const line of last) keyOf(file.read(line), repeats);
  }

  /** @returns whether there was anything to read */
  async function round(): Promise<boolean> {
    const current = await stat(path).catch(() => undefined);
    if ((current === undefined) !== isGone) {
      isGone = !isGone;
      progress.say(isGone ? `There is no file ${path}. Waiting for it.` : `${path} is there.`);
    }
    if (current && !files.some(({ tail }) => tail.ino === current.ino)) {
      const { ino } = current;
      const tail = await openTail(path, denied.get(ino)).catch((error) => leaveOut(path, ino, error));
      if (tail) {
        files.push(opened(tail));
        // Before its first line, because it may be renamed while it is not followed.
        await remember();
      }
    }
    let isBusy = false;
    let behind = 0;
    let isAtEnd = current === undefined || files.some(({ tail }) => tail.ino === current.ino);
    for (const file of [...files]) {
      if (signal.aborted) break;
      const chunk = await nextOf(file);
      isAtEnd &&= chunk?.isAtEnd === true;
      if (chunk === undefined) continue;
      isBusy = (await store(file, chunk)) || isBusy;
      behind += chunk.behind;
      // Before the next file, so that a visit over a rotation is read in its order.
      if (!chunk.isAtEnd) break;
      const isQuiet = chunk.lines.length === 0 && file.tail.ino !== current?.ino;
      file.quietSince = isQuiet ? Math.min(file.quietSince, clock()) : Infinity;
      if (clock() - file.quietSince <= retiredMs) continue;
      files.splice(files.indexOf(file), 1);
      await file.tail.close();
      await remember();
    }
    metrics.see({ behind, isAtEnd, counts });
    if (isBusy)
      progress.show(`${counts.read.toLocaleString('en')} lines, ${behind.toLocaleString('en')} bytes behind`);
    return isBusy;
  }

  /** What is next in a file; undefined when it cannot be read. The next rounds open it again. */
  async function nextOf(file: Open) {
    const { tail } = file;
    const before = tail.followed();
    try {
      const chunk = await tail.next();
      denied.delete(tail.ino);
      return chunk;
    } catch (error) {
      files.splice(files.indexOf(file), 1);
      leaveOut(path, tail.ino, error, before);
      await tail.close().catch(() => {});
      return undefined;
    }
  }

  async function store(file: Open, { lines, begins, restarted }: Chunk): Promise<boolean> {
    if (restarted) {
      sayTruncated();
      [file.read, file.number] = [task.format.createReader(task), 0];
    }
    if (lines.length === 0) return false;
    // Lines that were read before, in a file that was replaced by a copy, are no repeats.
    if (begins) repeats.nextFile();
    const messages: LogMessage[] = [];
    const now = clock();
    await state.write(() => {
      for (const text of lines) {
        const item = { number: ++file.number, reading: file.read(text), text };
        counts.read++;
        take(item, keyOf(item.reading, repeats), path, now, messages);
      }
      sessions.save();
    });
    if (await appended(messages)) await remember();
    return true;
  }

  function remember(): Promise<void> {
    const followed = files.map(({ tail }) => tail.followed());
    const waiting = [...denied.values()].filter((at) => at !== undefined);
    return state.write(() => state.setFollowed(key, [...followed, ...waiting]));
  }

  /** Waits for the log as long as it takes. @returns false when the signal ended the wait */
  async function appended(messages: readonly LogMessage[]): Promise<boolean> {
    if (messages.length === 0) return true;
    await deps.beforeAppend();
    for (;;) {
      try {
        await deps.writer.append(messages);
        return true;
      } catch (error) {
        if (!(error instanceof LogUnavailableError)) throw error;
        if (signal.aborted) return false;
        progress.say(`${error.message} Trying again.`);
        await pause(logRetryMs, signal);
      }
    }
  }
}
