import { readFile } from 'node:fs/promises';
import { type Logger, messageOf } from '@tallyhouse/service';
import type { z } from 'zod';
import { parseFile } from './parse-file.ts';

/** A file of the installation, with its content. */
export interface SettingsFile<Content> {
  path: string;
  shape: z.ZodType<Content>;
  /** Set when the file may be missing: the content in that case. */
  without?: Content;
}

export interface WatchedFile<Content> {
  /** The newest valid content. */
  current(): Content;
  /** Whether the current file is invalid, so that an older content stays in effect. */
  isRefused(): boolean;
  /** Reads the file at once, after it was written as a whole. */
  refresh(): Promise<void>;
  close(): void;
}

/** A file that was refused; the message has each reason with file and line. */
export class RefusedFileError extends Error {
  override name = 'RefusedFileError';
}

/** @throws RefusedFileError */
export async function readSettings<Content>(file: SettingsFile<Content>): Promise<Content> {
  return contentOf(file, await findText(file));
}

/** What is found at a path: a text, nothing where nothing need be, or why it cannot be read. */
interface Found {
  text?: string;
  problem?: string;
}

export async function findText({ path, without }: SettingsFile<unknown>): Promise<Found> {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    if (without !== undefined && isNotFound(error)) return {};
    return { problem: `${path} cannot be read: ${messageOf(error)}` };
  }
}

const isNotFound = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** @throws RefusedFileError */
export function contentOf<Content>(
  { path, shape, without }: SettingsFile<Content>,
  { text, problem }: Found,
): Content {
  if (text === undefined) {
    if (problem === undefined && without !== undefined) return without;
    throw new RefusedFileError(problem ?? `${path} is gone`);
  }
  const parsed = parseFile(text, shape);
  if (parsed.kind === 'ok') return parsed.content;
  const reasons = parsed.problems.map(({ line, reason }) => `  ${path}:${line}: ${reason}`);
  throw new RefusedFileError(`${path} is refused as a whole:\n${reasons.join('\n')}`);
}

/** Twice this time, and that of reading, is less than the promised 10 s. */
const defaultPollMs = 3000;

/**
 * Reads a file, and reads it again whenever it changes. It is polled, because a mounted folder often reports no changes. A change counts
 * when two polls find the same text, so that half of a save is not taken for the whole. A refused change is logged, and the previous
 * content stays in effect.
 * @throws RefusedFileError when the file is refused at the start
 */
export async function watchFile<Content>(
  file: SettingsFile<Content>,
  { logger, pollMs = defaultPollMs }: { logger: Logger; pollMs?: number | undefined },
): Promise<WatchedFile<Content>> {
  let seen = await findText(file);
  let isJudged = true;
  let content = contentOf(file, seen);
  let refused = false;
  // A file that existed is missed, even where it may be missing: it may be about to be replaced.
  const { without, ...needed } = file;

  async function look(): Promise<void> {
    const found = await findText(file);
    if (found.text !== seen.text || found.problem !== seen.problem) {
      seen = found;
      isJudged = false;
      return;
    }
    if (!isJudged) judge();
  }

  function judge(): void {
    isJudged = true;
    try {
      content = contentOf(needed, seen);
      refused = false;
      logger.info({ path: file.path }, 'read the changed file');
    } catch (error) {
      refused = true;
      logger.error(
        { path: file.path, reason: messageOf(error) },
        'the changed file is refused; its last valid content stays in use',
      );
    }
  }

  let looking = false;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    await look();
    looking = false;
  }, pollMs).unref();
  return {
    current: () => content,
    isRefused: () => refused,
    async refresh() {
      seen = await findText(file);
      judge();
    },
    close: () => clearInterval(timer),
  };
}
