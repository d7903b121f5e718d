/** The files of a view: which there should be, and which there are. */
import { rm, rmdir, stat } from 'node:fs/promises';
import type { Manifest } from './manifest.ts';
import { type FileOf, folderOf, pathOf, siteFolderOf, within } from './paths.ts';
import type { Fingerprint, Span, StoredDay } from './stored.ts';
import type { View } from './views.ts';

export interface Totals {
  files: number;
  rows: number;
  bytes: number;
  kept: number;
  removed: number;
}

/** A view that is exported, and where it goes. */
export interface About {
  folder: string;
  view: View;
  span: Span;
  manifest: Manifest;
  update: boolean;
  totals: Totals;
}

export const fileOf = ({ name }: View, { site_id, date }: StoredDay): FileOf => ({
  view: name,
  site: site_id,
  date,
});

/** The files of the manifest that the task is about. */
export function inSpan({ manifest, view, span }: About): FileOf[] {
  return [...manifest.files()].filter(
    ({ view: name, site, date }) =>
      name === view.name &&
      date >= span.from &&
      date <= span.until &&
      (span.sites.length === 0 || span.sites.includes(site)),
  );
}

/** The files that need not be written, without a look at their rows. Somebody may have removed one, or a power cut may. */
export async function finishedFiles(
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

/** Whether the file has these rows. A day that was not over then is always written again. */
export async function isUpToDate({ folder, view, manifest }: About, day: Fingerprint): Promise<boolean> {
  const file = fileOf(view, day);
  const entry = manifest.find(file);
  if (entry === undefined || entry === 'writing') return false;
  if (entry.fingerprint !== day.fingerprint || entry.exported_at.slice(0, 10) <= day.date) return false;
  return isThere(folder, file, manifest);
}

/** Removes files, and the folders that are empty without them. */
export async function remove({ folder, manifest, totals }: About, files: readonly FileOf[]): Promise<void> {
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
