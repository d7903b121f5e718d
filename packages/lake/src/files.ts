/** The files of a view: the expected and the existing ones. */
import type { Manifest } from './manifest.ts';
import { type FileOf, type Grain, grainOf } from './paths.ts';
import type { Place } from './place.ts';
import type { Fingerprint, Span, StoredDay } from './stored.ts';
import type { View } from './views.ts';

export interface Totals {
  files: number;
  rows: number;
  bytes: number;
  kept: number;
  removed: number;
}

/** An exported view, and its place. */
export interface About {
  place: Place;
  view: View;
  span: Span;
  grain: Grain;
  manifest: Manifest;
  update: boolean;
  totals: Totals;
}

export const fileOf = ({ name }: View, { site_id, date }: StoredDay): FileOf => ({
  view: name,
  site: site_id,
  date,
});

/** The manifest's files within the task. */
export function inSpan({ manifest, view, span }: About): FileOf[] {
  return [...manifest.files()].filter(
    ({ view: name, site, date }) =>
      name === view.name &&
      // A month or year begins as its days do.
      date >= span.from.slice(0, date.length) &&
      date <= span.until.slice(0, date.length) &&
      (span.sites.length === 0 || span.sites.includes(site)),
  );
}

/** The files that need not be written, by the manifest. A file may be missing because somebody, or a power cut, removed it. */
export async function finishedFiles(
  { place, view, manifest }: About,
  stored: readonly StoredDay[],
): Promise<FileOf[]> {
  const files: FileOf[] = [];
  for (const day of stored) {
    const file = fileOf(view, day);
    if (await isThere(place, file, manifest)) files.push(file);
  }
  return files;
}

async function isThere(place: Place, file: FileOf, manifest: Manifest): Promise<boolean> {
  const found = manifest.find(file);
  if (found === undefined || found === 'writing') return false;
  return (await place.size(file)) === found.bytes;
}

/** Whether the file has these rows. A day, month or year that was incomplete then is always written again. */
export async function isUpToDate({ place, view, manifest }: About, day: Fingerprint): Promise<boolean> {
  const file = fileOf(view, day);
  const entry = manifest.find(file);
  if (entry === undefined || entry === 'writing') return false;
  if (entry.fingerprint !== day.fingerprint || entry.exported_at.slice(0, day.date.length) <= day.date)
    return false;
  return isThere(place, file, manifest);
}

/** Removes files, and the folders that are empty without them. */
export async function remove({ place, manifest, totals }: About, files: readonly FileOf[]): Promise<void> {
  if (files.length === 0) return;
  await manifest.begin(files);
  for (const file of files) {
    await place.remove(file);
    await manifest.removed(file);
    totals.removed++;
  }
}

/** @throws an Error when the lake has files of another length, in which readers would find rows twice, or of a view that an update would not read */
export function refuseOthers(
  { manifest, place, grain, update }: Pick<About, 'manifest' | 'place' | 'grain' | 'update'>,
  views: readonly View[],
): void {
  const other = (what: string, option: string) =>
    new Error(`${place.name} has files ${what}: say --${option}, or name another place.`);
  for (const { date, view } of manifest.files()) {
    if (grainOf(date) !== grain) throw other(`by ${grainOf(date)}`, `by ${grainOf(date)}`);
    if (update && views.every(({ name }) => name !== view)) throw other(`of ${view}`, 'personal');
  }
}
