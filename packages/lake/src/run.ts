/**
 * An export, step by step, one view after the other:
 *
 * 1. Which sites and days have rows. What the folder has and the view has not is removed.
 * 2. For some days at a time, the fingerprints of their rows. They are read before the files are written: a row that changes in
 *    between is in the file and not in the fingerprint, so the next update writes the day again. It never takes an old file for new.
 * 3. The files that are missing, and with --update those whose fingerprint is not the one in the manifest.
 */
import { rm, rmdir, stat } from 'node:fs/promises';
import { bytesOf, type Logger, many, type Progress } from '@tallyhouse/service';
import { z } from 'zod';
import type { Task } from './arguments.ts';
import type { LakeConfig } from './config.ts';
import { foldsCase, openFolder } from './folder.ts';
import { type Manifest, openManifest } from './manifest.ts';
import { type FileOf, folderOf, pathOf, siteFolderOf, within } from './paths.ts';
import {
  checkSites,
  type Fingerprint,
  fingerprints,
  type Span,
  type StoredDay,
  storedDays,
} from './stored.ts';
import { openViews, type View } from './views.ts';
import { writeFileOf } from './write-file.ts';

export interface LakeDeps {
  progress: Progress;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early; what was written stays. */
  signal: AbortSignal;
}

interface Totals {
  files: number;
  rows: number;
  bytes: number;
  kept: number;
  removed: number;
}

/** One query waits for its plan while the other one computes. */
const filesAtATime = 2;
/** Fingerprints are read of so many rows at a time, and of a month at most, so that little is read again after an end. */
const rowsAtATime = 5_000_000;
const daysAtATime = 31;

/** @throws an Error that the user can fix, ArgumentError at an unknown site */
export async function exportLake(
  task: Extract<Task, { kind: 'export' }>,
  config: LakeConfig,
  deps: LakeDeps,
): Promise<void> {
  const { progress, logger, clock } = deps;
  const startedAt = clock();
  const folder = await openFolder(task.to);
  try {
    progress.step('Connecting to ClickHouse');
    const views = await openViews(config, task.personal, logger);
    try {
      const manifest = await openManifest(folder.path, config.CLICKHOUSE_DATABASE);
      try {
        const exported = new Set([...manifest.files()].map(({ site }) => site));
        await checkSites(views, task.sites, exported);
        const span = { from: task.from ?? '1970-01-01', until: task.until, sites: task.sites };
        const totals: Totals = { files: 0, rows: 0, bytes: 0, kept: 0, removed: 0 };
        for (const view of views.list) {
          await exportView({ folder: folder.path, view, span, manifest, update: task.update, totals }, deps);
        }
        await manifest.compact();
        summarize(totals, task, (clock() - startedAt) / 1000, progress);
      } finally {
        await manifest.close();
      }
    } catch (error) {
      const away = deps.signal.aborted ? [] : await views.shardsAway();
      if (away.length === 0) throw error;
      throw new Error(
        `${away.join(', ')} cannot be reached any more. What was written stays: run the command again when all shards are back.`,
        { cause: error },
      );
    } finally {
      await views.close();
    }
  } catch (error) {
    throw explained(error, task.to);
  } finally {
    await folder.release();
  }
}

interface About {
  folder: string;
  view: View;
  span: Span;
  manifest: Manifest;
  update: boolean;
  totals: Totals;
}

async function exportView(about: About, deps: LakeDeps): Promise<void> {
  const { folder, view, span, manifest, update, totals } = about;
  deps.progress.step(`Looking for days of ${view.name}`);
  const stored = await storedDays(view, span);
  await refuseSameNames(folder, stored, manifest);
  const known = new Set(stored.map((day) => pathOf(fileOf(view, day))));
  const gone = inSpan(about).filter((file) => !known.has(pathOf(file)));
  await remove(about, update ? gone : gone.filter((file) => manifest.find(file) === 'writing'));

  const done = update ? [] : await finishedFiles(about, stored);
  totals.kept += done.length;
  const finished = new Set(done.map(pathOf));
  const toDo = stored.filter((day) => !finished.has(pathOf(fileOf(view, day))));
  deps.progress.step(`Writing ${view.name}`);
  const state = { of: toDo.length, seen: 0 };
  for (const days of inChunks(toDo)) {
    deps.signal.throwIfAborted();
    await exportDays(about, days, finished, state, deps);
  }
}

const fileOf = ({ name }: View, { site_id, date }: StoredDay): FileOf => ({
  view: name,
  site: site_id,
  date,
});

/** The files of the manifest that the task is about. */
function inSpan({ manifest, view, span }: About): FileOf[] {
  return [...manifest.files()].filter(
    ({ view: name, site, date }) =>
      name === view.name &&
      date >= span.from &&
      date <= span.until &&
      (span.sites.length === 0 || span.sites.includes(site)),
  );
}

/** The files that need not be written, without a look at their rows. Somebody may have removed one, or a power cut may. */
async function finishedFiles(
  { folder, view, manifest }: About,
  stored: readonly StoredDay[],
): Promise<FileOf[]> {
  const files: FileOf[] = [];
  for (const day of stored) {
    const file = fileOf(view, day);
    if (await isThere(folder, file, manifest)) files.push(file);
  }
  return files;
}

async function isThere(folder: string, file: FileOf, manifest: Manifest): Promise<boolean> {
  const found = manifest.find(file);
  if (found === undefined || found === 'writing') return false;
  return stat(within(folder, pathOf(file))).then(
    ({ size }) => size === found.bytes,
    () => false,
  );
}

/** Days, oldest first, in groups whose fingerprints are read together. */
function* inChunks(stored: readonly StoredDay[]): Generator<string[]> {
  const rowsOf = new Map<string, number>();
  for (const { date, rows } of stored) rowsOf.set(date, (rowsOf.get(date) ?? 0) + rows);
  let days: string[] = [];
  let held = 0;
  for (const [date, rows] of rowsOf) {
    if (days.length > 0 && (days.length === daysAtATime || held + rows > rowsAtATime)) {
      yield days;
      [days, held] = [[], 0];
    }
    days.push(date);
    held += rows;
  }
  if (days.length > 0) yield days;
}

async function exportDays(
  about: About,
  days: readonly string[],
  finished: ReadonlySet<string>,
  state: { of: number; seen: number },
  { progress, clock, signal }: LakeDeps,
): Promise<void> {
  const { folder, view, span, manifest, totals } = about;
  const found = await fingerprints(view, span, days);
  const toWrite: Fingerprint[] = [];
  for (const one of found) {
    if (finished.has(pathOf(fileOf(view, one)))) continue;
    if (await isUpToDate(about, one)) {
      totals.kept++;
      state.seen++;
    } else toWrite.push(one);
  }
  if (toWrite.length === 0) return;
  await manifest.begin(toWrite.map((one) => fileOf(view, one)));
  await inTurns(toWrite, async ({ fingerprint, ...day }) => {
    signal.throwIfAborted();
    const file = fileOf(view, day);
    const exportedAt = new Date(clock()).toISOString();
    const written = await writeFileOf(folder, file, view, signal);
    await manifest.finish({
      ...file,
      path: pathOf(file),
      ...written,
      fingerprint: written.rows === day.rows ? fingerprint : null,
      exported_at: exportedAt,
    });
    totals.files++;
    totals.rows += written.rows;
    totals.bytes += written.bytes;
    progress.show(`${++state.seen} of ${many(state.of, 'file')}, ${bytesOf(totals.bytes)}, ${day.date}`);
  });
}

/** Whether the file has these rows. A day that was not over then is always written anew. */
async function isUpToDate({ folder, view, manifest }: About, day: Fingerprint): Promise<boolean> {
  const file = fileOf(view, day);
  const entry = manifest.find(file);
  if (entry === undefined || entry === 'writing') return false;
  if (entry.fingerprint !== day.fingerprint || entry.exported_at.slice(0, 10) <= day.date) return false;
  return isThere(folder, file, manifest);
}

/** Does the work for each item, a few at a time. The first failure ends it. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let failed = false;
  const results = await Promise.allSettled(
    Array.from({ length: filesAtATime }, async () => {
      for (const item of waiting) {
        if (failed) return;
        await work(item).catch((error: unknown) => {
          failed = true;
          throw error;
        });
      }
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function remove({ folder, manifest, totals }: About, files: readonly FileOf[]): Promise<void> {
  if (files.length === 0) return;
  await manifest.begin(files);
  for (const file of files) {
    await rm(within(folder, folderOf(file)), { recursive: true, force: true });
    // Fails as long as other days are there.
    await rmdir(within(folder, siteFolderOf(file))).catch(() => {});
    await manifest.removed(file);
    totals.removed++;
  }
}

/** @throws an Error when two sites would share a folder */
async function refuseSameNames(
  folder: string,
  stored: readonly StoredDay[],
  manifest: Manifest,
): Promise<void> {
  const sites = new Set([
    ...stored.map(({ site_id }) => site_id),
    ...[...manifest.files()].map(({ site }) => site),
  ]);
  const folded = new Map<string, string>();
  for (const site of sites) {
    const other = folded.get(site.toLowerCase());
    if (other !== undefined && (await foldsCase(folder))) {
      throw new Error(
        `This file system takes the sites ${other} and ${site} for one folder. Name a folder on another one, or export each site to a folder of its own with --site.`,
      );
    }
    folded.set(site.toLowerCase(), site);
  }
}

const failure = z
  .object({ code: z.string().catch(''), message: z.string().catch('') })
  .catch({ code: '', message: '' });

function explained(error: unknown, to: string): unknown {
  const { code, message } = failure.parse(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error(
      `The disk of ${to} is full. What was written stays: make room, and run the command again.`,
      {
        cause: error,
      },
    );
  }
  // MEMORY_LIMIT_EXCEEDED
  if (code === '241') {
    return new Error(
      `${message}\nDays that are not settled take much memory: wait until the service has settled them, or run tallyhouse settle, and run the command again.`,
      { cause: error },
    );
  }
  return error;
}

function summarize(
  totals: Totals,
  { to, update }: Extract<Task, { kind: 'export' }>,
  seconds: number,
  progress: Progress,
) {
  const { files, rows, bytes, kept, removed } = totals;
  progress.say(
    `${many(files, 'file')} written to ${to}: ${many(rows, 'row')}, ${bytesOf(bytes)}, ${seconds.toFixed(1)} s. ` +
      `${many(kept, 'file')} ${update ? 'up to date' : 'there already'}, ${removed} removed.`,
  );
}
