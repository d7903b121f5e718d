/**
 * An export, step by step, one view after the other:
 *
 * 1. Which sites and days have rows. Files of days that the view no longer has are removed.
 * 2. For some days at a time, the fingerprints of their rows. They are read before the files are written: a row that changes in
 *    between is in the file and not in the fingerprint, so the next update writes the day again. It never takes an old file for new.
 * 3. The files that are missing, and with --update those whose fingerprint is not the one in the manifest.
 */
import {
  atEnd,
  bytesOf,
  type CommandDeps,
  closing,
  errorOfWork,
  many,
  type Progress,
} from '@tallyhouse/service';
import { z } from 'zod';
import type { Task } from './arguments.ts';
import type { LakeConfig } from './config.ts';
import { exportView } from './export-view.ts';
import { refuseOthers, type Totals } from './files.ts';
import { openFolder } from './folder.ts';
import { openManifest } from './manifest.ts';
import type { Place } from './place.ts';
import { isInBucket, openBucket } from './s3/bucket.ts';
import { checkSites, wholeParts } from './stored.ts';
import { openViews, type Views } from './views.ts';

/** @throws an Error that the user can fix, ArgumentError at an unknown site */
export async function exportLake(task: Task, config: LakeConfig, deps: CommandDeps): Promise<void> {
  const place = isInBucket(task.to) ? await openBucket(task.to, config, deps) : await openFolder(task.to);
  await using _place = atEnd(() => place.release());
  await connectAndExport(place, task, config, deps).catch((error: unknown) => {
    throw explained(errorOfWork(error), task.to);
  });
}

async function connectAndExport(
  place: Place,
  task: Task,
  config: LakeConfig,
  deps: CommandDeps,
): Promise<void> {
  const startedAt = deps.clock();
  deps.progress.step('Connecting to ClickHouse');
  await using views = closing(await openViews(config, task.personal, deps.logger));
  const exported = exportViews(views, place, task, config, deps);
  const totals = await exported.catch(async (error: unknown) => {
    throw await away(error, views, deps.signal);
  });
  summarize(totals, task, (deps.clock() - startedAt) / 1000, deps.progress);
}

async function exportViews(
  views: Views,
  place: Place,
  { from = '1970-01-01', until, sites, update, grain }: Task,
  { CLICKHOUSE_DATABASE }: LakeConfig,
  deps: CommandDeps,
): Promise<Totals> {
  await using manifest = closing(await openManifest(place, CLICKHOUSE_DATABASE));
  const span = wholeParts({ from, until, sites }, grain);
  refuseOthers({ manifest, place, span, grain, update }, views.list);
  await checkSites(views, sites, new Set([...manifest.files()].map(({ site }) => site)));
  const totals: Totals = { files: 0, rows: 0, bytes: 0, kept: 0, removed: 0 };
  for (const view of views.list) {
    await exportView({ place, view, span, grain, manifest, update, totals }, views, deps);
  }
  await manifest.compact();
  return totals;
}

/** The reason why an export ended, if a shard became unreachable; otherwise its error. */
async function away(error: unknown, views: Views, signal: AbortSignal): Promise<unknown> {
  const shards = signal.aborted ? [] : await views.shardsAway().catch(() => []);
  if (shards.length === 0) return error;
  return new Error(
    `${shards.join(', ')} cannot be reached any more. What was written stays: run the command again when all shards are back.`,
    { cause: error },
  );
}

const failure = z
  .object({ code: z.string().catch(''), message: z.string().catch('') })
  .catch({ code: '', message: '' });

function explained(error: unknown, to: string): unknown {
  const { code, message } = failure.parse(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error(
      `The disk of ${to} is full. What was written stays: make room, and run the command again.`,
      { cause: error },
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

function summarize(totals: Totals, { to, update }: Task, seconds: number, progress: Progress) {
  const { files, rows, bytes, kept, removed } = totals;
  progress.say(
    `${many(files, 'file')} written to ${to}: ${many(rows, 'row')}, ${bytesOf(bytes)}, ${seconds.toFixed(1)} s. ` +
      `${many(kept, 'file')} ${update ? 'up to date' : 'there already'}, ${removed} removed.`,
  );
}
